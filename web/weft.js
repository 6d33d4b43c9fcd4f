/* Keys, acts without a reload, live news. Without it every page works by links and forms. */
(() => {
  'use strict';
  var { page, token, made } = document.body.dataset;

  function one(selector, root) { return (root || document).querySelector(selector); }
  function all(selector, root) { return [...(root || document).querySelectorAll(selector)]; }
  function make(name, text, kind) {
    var element = document.createElement(name);
    if (text) element.textContent = text;
    if (kind) element.className = kind;
    return element;
  }

  function on(target, name, call) { target.addEventListener(name, call); }

  /* ---- Acts ---- */

  var undo = '', hide = 0;

  /* One at a time; stays ten seconds, or until the next act. */
  function toast(words, id) {
    all('.toast').forEach(old => old.remove());
    clearTimeout(hide);
    undo = id || '';
    var box = make('div', '', 'toast');
    box.setAttribute('role', 'status');
    box.appendChild(make('span', words));
    if (undo) {
      var button = make('button', 'Undo');
      button.type = 'button';
      on(button, 'click', takeBack);
      box.appendChild(button);
    }
    document.body.appendChild(box);
    hide = setTimeout(() => box.remove(), 10000);
  }

  function send(action, fields) {
    var body = new URLSearchParams(fields);
    return fetch(action, { method: 'POST', body, headers: { 'Accept': 'application/json', 'X-Weft-Token': token }, redirect: 'error' })
      .then(answer => {
        return answer.json().then(data => {
          if (!answer.ok) throw new Error(data.detail);
          return data;
        });
      });
  }

  window.weft = { one, make, send, on };

  function failed(error) { toast(error.message === 'Failed to fetch' ? 'The server does not answer. Nothing was changed.' : error.message); }

  var removed = [];

  function takeBack() {
    var told = one('.toast [name=id]'), id = undo || (told && told.value);
    if (!id) return;
    send('/undo', { id }).then(data => {
      removed.filter(entry => entry.id === id).forEach(entry => { entry.row.hidden = false; });
      refresh();
      toast(data.words);
      if (page !== 'new' || !removed.some(entry => entry.id === id)) location.reload();
    }).catch(failed);
  }

  /* The row goes when the server has said yes; the next one takes the cursor. */
  function act(form, button) {
    var fields = {}, at = button || form, row = at.closest('.row') || (form.classList.contains('gone') ? at.closest('.item') : null);
    all('input[name]', form).forEach(input => { fields[input.name] = input.value; });
    if (button && button.name) fields[button.name] = button.value;
    send((button && button.getAttribute('formaction')) || form.getAttribute('action'), fields).then(data => {
      if (row) {
        if (row.classList.contains('cur') && !step(1)) step(-1);
        removed.push({ id: data.undo, row });
        row.hidden = true;
        refresh();
      }
      toast(data.words, data.undo);
    }).catch(failed);
  }

  /* Says how the visit ended: asked for when the answer can be heard. It may be over before it is said that it has begun. */
  function look(form) {
    var source = new EventSource('/live'), path = form.getAttribute('action'), id = +path.split('/')[2], over = false;
    on(source, 'open', () => send(path, {}).then(data => over || toast(data.words)).catch(failed));
    ['news', 'check'].forEach(name => on(source, name, event => {
      var { page: which, outcome } = JSON.parse(event.data);
      if (which !== id) return;
      source.close();
      over = true;
      if (page === 'history' && outcome !== 'same') location.reload();
      else toast({ same: 'Nothing new', failed: 'It could not be fetched', 'put off': 'Its host has to wait' }[outcome] || 'A new version came');
    }));
    source.onerror = () => { source.close(); failed(new Error('Failed to fetch')); };
  }

  on(document, 'submit', event => {
    var form = event.target;
    if (!form.classList.contains('act')) return;
    event.preventDefault();
    if (/look$/.test(form.getAttribute('action'))) look(form);
    else act(form, event.submitter);
  });

  /* Every number on the page, as the server says it now; the rows stay where they are. */
  function refresh() {
    fetch(location.href).then(answer => answer.ok ? answer.text() : Promise.reject(new Error('Failed to fetch'))).then(text => {
      var now = new DOMParser().parseFromString(text, 'text/html');
      all('[data-fresh]').forEach(old => {
        var fresh = one('[data-fresh="' + old.dataset.fresh + '"]', now);
        if (fresh) old.replaceWith(fresh); else old.textContent = '';
      });
    }).catch(failed);
  }

  /* ---- What's new ---- */

  function rows() { return all('.row:not([hidden], .out)'); }
  function current() { return one('.row.cur'); }
  function step(by) {
    var list = rows(), at = list.indexOf(current()), next = list[at < 0 ? 0 : at + by];
    if (!next) return false;
    all('.row.cur').forEach(row => row.classList.remove('cur'));
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
    j: () => step(1), k: () => step(-1),
    Enter: () => open('.row-h a'), h: () => open('.row-m a'),
    s: () => press('seen'), x: () => press('dismiss'),
    '.': () => { var link = one('.live a'); if (link) location.href = link.href; }
  };

  /* While one types, among the rows that are here; Enter asks the server for all. */
  var box = page === 'new' && one('#q');
  if (box) on(box, 'input', () => {
    var word = box.value.toLowerCase();
    all('.row').forEach(row => row.classList.toggle('out', !row.textContent.toLowerCase().includes(word)));
  });

  /* ---- Keys ---- */

  var places = { n: '/', p: '/pages', h: '/held', s: '/sentinels' }, going = false;

  var everywhere = {
    a: () => { location.href = '/add'; },
    u: takeBack,
    '/': () => { var box = one('#q'); if (box) box.focus(); },
    '?': () => { location.href = '/settings#keys'; }
  };

  var keys = one('#keys-on'), kept = localStorage;
  if (keys) {
    keys.checked = kept.keys !== 'off';
    on(keys, 'change', () => { kept.keys = keys.checked ? '' : 'off'; });
  }

  function diffKey(name) {
    var views = all('.views a');
    if (/^[1-7]$/.test(name) && views[name - 1]) location.href = views[name - 1].href;
    else if (name === 's' && one('button[name=seen]')) one('button[name=seen]').click();
    else if (name === 'h') { var history = one('#history'); if (history) location.href = history.href; }
    else return false;
    return true;
  }

  on(document, 'keydown', event => {
    var target = event.target, name = target && target.localName;
    if (event.ctrlKey || event.altKey || event.metaKey || kept.keys === 'off') return;
    if (name === 'textarea' || name === 'select' || name === 'input') {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (going) { going = false; if (places[event.key]) location.href = places[event.key]; return; }
    if (event.key === 'g') { going = true; setTimeout(() => { going = false; }, 1500); return; }
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
    on(stop, 'click', () => {
      clearInterval(timer);
      send('/work/stop', { view }).then(data => { words.textContent = data.words; stop.hidden = true; }).catch(failed);
    });
    wait.append(words, ' ', stop);
    var timer = setInterval(() => {
      seconds++;
      if (seconds < 2) return;
      wait.hidden = false;
      stop.hidden = seconds < 5;
      fetch('/work?view=' + encodeURIComponent(view)).then(answer => answer.json()).then(work => {
        words.textContent = (work.state === 'waiting' ? 'Waiting, ' + work.before + ' before you' : work.words || 'Comparing') + ', ' + seconds + ' seconds so far';
      }).catch(() => {});
    }, 1000);
    on(frame, 'load', () => { clearInterval(timer); wait.hidden = true; timer = 0; });
    /* Whoever leaves does not want it any more. */
    on(window, 'pagehide', () => {
      if (timer && token) navigator.sendBeacon('/work/stop', new URLSearchParams({ t: token, view }));
    });
    on(window, 'message', event => {
      if (event.source === frame.contentWindow && event.data && typeof event.data.weftKey === 'string') diffKey(event.data.weftKey);
    });
    on(window, 'load', () => frame.focus());
  }

  /* ---- History: the button names the two versions ---- */

  var versions = one('#versions'), compare = versions && one('.compare button');
  function nameVersions() { compare.textContent = 'Compare ' + versions.elements.a.value + ' with ' + versions.elements.b.value; }
  if (compare) {
    on(versions, 'change', nameVersions);
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
    var source = new EventSource('/live?since=' + made), lost = null; // what came before we listened is told as well
    on(source, 'news', event => {
      var { page: id, version } = JSON.parse(event.data);
      if (one('.row[data-page="' + id + '"][data-version="' + version + '"]')) return;
      came.add(id);
      showCame();
    });
    on(source, 'check', event => {
      if (one('.prop.waits[data-page="' + JSON.parse(event.data).page + '"]')) location.reload();
    });
    source.onerror = () => {
      if (lost) return;
      lost = make('p', 'The server does not answer since ' + new Date().toLocaleTimeString() + '. What you see may be out of date.', 'offline');
      lost.setAttribute('role', 'status');
      document.body.prepend(lost);
    };
    source.onopen = () => { if (lost) { lost.remove(); lost = null; } };
    on(window, 'pagehide', () => source.close());
  }
  if (token && (page === 'new' || page === 'add')) listen();
})();
