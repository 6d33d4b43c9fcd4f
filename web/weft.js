/* Keys, acts without a reload, live news. Without it every page works by links and forms. */
(function () {
  'use strict';
  var page = document.body.getAttribute('data-page');
  var token = document.body.getAttribute('data-token');

  function one(selector, root) { return (root || document).querySelector(selector); }
  function all(selector, root) { return Array.prototype.slice.call((root || document).querySelectorAll(selector)); }
  function make(name, text, kind) {
    var element = document.createElement(name);
    if (text) element.textContent = text;
    if (kind) element.className = kind;
    return element;
  }

  /* ---- Acts ---- */

  var undo = '', hide = 0;

  /* One at a time; stays ten seconds, or until the next act. */
  function toast(words, id) {
    all('.toast').forEach(function (old) { old.remove(); });
    clearTimeout(hide);
    undo = id || '';
    var box = make('div', '', 'toast');
    box.setAttribute('role', 'status');
    box.appendChild(make('span', words));
    if (undo) {
      var button = make('button', 'Undo');
      button.type = 'button';
      button.addEventListener('click', takeBack);
      box.appendChild(button);
    }
    document.body.appendChild(box);
    hide = setTimeout(function () { box.remove(); }, 10000);
  }

  function send(action, fields) {
    var body = new URLSearchParams(fields);
    return fetch(action, { method: 'POST', body: body, headers: { 'Accept': 'application/json', 'X-Weft-Token': token }, redirect: 'error' })
      .then(function (answer) {
        return answer.json().then(function (data) {
          if (!answer.ok) throw new Error(data.detail);
          return data;
        });
      });
  }

  function failed(error) { toast(error.message === 'Failed to fetch' ? 'The server does not answer. Nothing was changed.' : error.message); }

  var removed = [];

  function takeBack() {
    var told = one('.toast [name=id]'), id = undo || (told && told.value);
    if (!id) return;
    send('/undo', { id: id }).then(function (data) {
      removed.filter(function (entry) { return entry.id === id; }).forEach(function (entry) { entry.row.hidden = false; });
      refresh();
      toast(data.words);
      if (page !== 'new' || !removed.some(function (entry) { return entry.id === id; })) location.reload();
    }).catch(failed);
  }

  /* The row goes when the server has said yes; the next one takes the cursor. */
  function act(form, button) {
    var fields = {}, row = form.closest('.row') || (form.classList.contains('gone') ? form.closest('.item') : null);
    all('input[name]', form).forEach(function (input) { fields[input.name] = input.value; });
    if (button && button.name) fields[button.name] = button.value;
    send((button && button.getAttribute('formaction')) || form.getAttribute('action'), fields).then(function (data) {
      if (row) {
        if (row.classList.contains('cur') && !step(1)) step(-1);
        removed.push({ id: data.undo, row: row });
        row.hidden = true;
        refresh();
      }
      toast(data.words, data.undo);
    }).catch(failed);
  }

  document.addEventListener('submit', function (event) {
    var form = event.target;
    if (!form.classList.contains('act')) return;
    event.preventDefault();
    act(form, event.submitter);
  });

  /* Every number on the page, as the server says it now; the rows stay where they are. */
  function refresh() {
    fetch(location.href).then(function (answer) { return answer.ok ? answer.text() : Promise.reject(new Error('Failed to fetch')); }).then(function (text) {
      var now = new DOMParser().parseFromString(text, 'text/html');
      all('[data-fresh]').forEach(function (old) {
        var fresh = one('[data-fresh="' + old.getAttribute('data-fresh') + '"]', now);
        if (fresh) old.replaceWith(fresh); else old.textContent = '';
      });
    }).catch(failed);
  }

  /* ---- What's new ---- */

  function rows() { return all('.row').filter(function (row) { return !row.hidden; }); }
  function current() { return one('.row.cur'); }
  function step(by) {
    var list = rows(), at = list.indexOf(current()), next = list[at < 0 ? 0 : at + by];
    if (!next) return false;
    all('.row.cur').forEach(function (row) { row.classList.remove('cur'); });
    next.classList.add('cur');
    next.scrollIntoView({ block: 'nearest' });
    one('.row-h a', next).focus({ preventScroll: true });
    return true;
  }
  function press(name) {
    var row = current(), button = row && one('button[name=' + name + ']', row);
    if (button) act(button.form, button);
  }
  function open(selector) { var row = current(), link = row && one(selector, row); if (link) location.href = link.href; }

  var onNew = {
    j: function () { step(1); }, k: function () { step(-1); },
    Enter: function () { open('.row-h a'); }, h: function () { open('.row-m a'); },
    s: function () { press('seen'); }, x: function () { press('dismiss'); },
    '.': function () { var link = one('.live a'); if (link) location.href = link.href; }
  };

  /* ---- Keys ---- */

  var places = { n: '/', p: '/pages', h: '/held', s: '/sentinels' }, going = false;

  var everywhere = {
    a: function () { location.href = '/add'; },
    u: takeBack,
    '/': function () { var box = one('#q'); if (box) box.focus(); }
  };

  function diffKey(name) {
    var views = all('.views a');
    if (/^[1-7]$/.test(name) && views[name - 1]) location.href = views[name - 1].href;
    else if (name === 's' && one('button[name=seen]')) one('button[name=seen]').click();
    else if (name === 'h') { var history = one('#history'); if (history) location.href = history.href; }
    else return false;
    return true;
  }

  document.addEventListener('keydown', function (event) {
    var target = event.target, name = target && target.localName;
    if (event.ctrlKey || event.altKey || event.metaKey || localStorage.getItem('weft-keys') === 'off') return;
    if (name === 'textarea' || name === 'select' || name === 'input') {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (going) { going = false; if (places[event.key]) location.href = places[event.key]; return; }
    if (event.key === 'g') { going = true; setTimeout(function () { going = false; }, 1500); return; }
    if (event.key === 'Enter' && /^(a|button|summary)$/.test(name)) return;
    if (page === 'diff' && diffKey(event.key)) return;
    var does = (page === 'new' && onNew[event.key]) || everywhere[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });

  /* ---- The frame of a difference: it has the other origin, and its keys come as messages ---- */

  var frame = one('#shown');
  if (frame) {
    var wait = one('.wait'), words = make('span'), stop = make('button', 'Stop', 'btn sm'), seconds = 0, view = new URL(frame.src).search;
    stop.type = 'button';
    stop.hidden = true;
    stop.addEventListener('click', function () {
      clearInterval(timer);
      send('/work/stop', { view: view }).then(function (data) { words.textContent = data.words; stop.hidden = true; }).catch(failed);
    });
    wait.append(words, ' ', stop);
    var timer = setInterval(function () {
      seconds++;
      if (seconds < 2) return;
      wait.hidden = false;
      stop.hidden = seconds < 5;
      fetch('/work?view=' + encodeURIComponent(view)).then(function (answer) { return answer.json(); }).then(function (work) {
        words.textContent = (work.state === 'waiting' ? 'Waiting, ' + work.before + ' before you' : work.words || 'Comparing') + ', ' + seconds + ' seconds so far';
      }).catch(function () {});
    }, 1000);
    frame.addEventListener('load', function () { clearInterval(timer); wait.hidden = true; timer = 0; });
    /* Whoever leaves does not want it any more. */
    window.addEventListener('pagehide', function () {
      if (timer && token) navigator.sendBeacon('/work/stop', new URLSearchParams({ t: token, view: view }));
    });
    window.addEventListener('message', function (event) {
      if (event.source === frame.contentWindow && event.data && typeof event.data.weftKey === 'string') diffKey(event.data.weftKey);
    });
    window.addEventListener('load', function () { frame.focus(); });
  }

  /* ---- History: the button names the two versions ---- */

  var versions = one('#versions'), compare = versions && one('.compare button');
  function nameVersions() { compare.textContent = 'Compare ' + versions.elements.a.value + ' with ' + versions.elements.b.value; }
  if (compare) {
    versions.addEventListener('change', nameVersions);
    nameVersions();
  }

  /* ---- Live ---- */

  var came = new Set();

  function showCame() {
    var box = one('#live');
    if (!box || !came.size) return;
    var link = make('a', came.size + ' more came in ');
    link.href = location.pathname + location.search;
    link.appendChild(make('kbd', '.'));
    box.replaceChildren(link);
  }

  function listen() {
    var source = new EventSource('/live'), lost = null;
    source.addEventListener('news', function (event) {
      came.add(JSON.parse(event.data).page);
      showCame();
    });
    source.addEventListener('check', function (event) {
      var row = one('.prop.waits[data-page="' + JSON.parse(event.data).page + '"]');
      if (row) location.reload();
    });
    source.onerror = function () {
      if (lost) return;
      lost = make('p', 'The server does not answer since ' + new Date().toLocaleTimeString() + '. What you see may be out of date.', 'offline');
      lost.setAttribute('role', 'status');
      document.body.prepend(lost);
    };
    source.onopen = function () { if (lost) { lost.remove(); lost = null; } };
    window.addEventListener('pagehide', function () { source.close(); });
  }
  if (token && (page === 'new' || page === 'add')) listen();

  /* What was waiting may be there already: the event came before we listened. */
  if (page === 'add' && one('.prop.waits')) setTimeout(function () { location.reload(); }, 5000);
})();
