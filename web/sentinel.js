/* The editor of sentinels: colours, the errors of the real parser at their lines, completion, the form that writes the same text. */
(() => {
  'use strict';
  var { one, make, send, on } = window.weft;
  var [text, paint, list, faults, state, save, form, graph, can] = ['#text', '#hl', '#words', '#faults', '#state', '#save', '#sform', '#graph', '#s-can'].map(id => one(id));
  var name = one('#ed [name=name]').value;
  var words = new Set(text.getAttribute('data-words').trim().split(/\s+/));
  var wrong = [], asked = 0, timer = 0;

  /* ---- Colours: a copy of the text below the field, line by line ---- */

  var parts = /(--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)|("(?:[^"\n]|"")*"?|'(?:[^'\n]|'')*'?)|(\d[\d.]*)|([A-Za-z_][\w-]*)/g;

  function paintText() {
    var at = 0, match, value = text.value, line = document.createDocumentFragment();
    parts.lastIndex = 0;
    while ((match = parts.exec(value))) {
      line.append(value.slice(at, match.index));
      var kind = match[1] ? 'c' : match[2] ? 's' : match[3] ? 'v' : words.has(match[4].toUpperCase()) ? 'k' : '';
      if (kind) line.append(make('span', match[0], kind)); else line.append(match[0]);
      at = parts.lastIndex;
    }
    line.append(value.slice(at) + '\n');
    paint.replaceChildren(line);
    wrong.forEach(fault => {
      var mark = make('i', '', 'err');
      mark.style.top = (fault.line - 1) * 20 + 10 + 'px';
      paint.append(mark);
    });
    paint.scrollTop = text.scrollTop;
    paint.scrollLeft = text.scrollLeft;
  }
  on(text, 'scroll', () => { paint.scrollTop = text.scrollTop; paint.scrollLeft = text.scrollLeft; });

  /* ---- Errors ---- */

  /* The word at the place of the fault becomes the nearest right one. */
  function mend(fault) {
    var lines = text.value.split('\n'), line = Array.from(lines[fault.line - 1] || '');
    lines[fault.line - 1] = line.slice(0, fault.column - 1).join('') + line.slice(fault.column - 1).join('').replace(/^[^\s,;()]+/, fault.nearest);
    text.value = lines.join('\n');
    changed();
    text.focus();
  }

  function showFaults() {
    faults.replaceChildren(...wrong.map(fault => {
      var note = make('p', '', 'note bad'), said = make('span');
      said.append(make('b', 'Line ' + fault.line + ', column ' + fault.column + ':'), ' ' + fault.text);
      note.append(said);
      if (fault.nearest) {
        var button = make('button', 'Change to ' + fault.nearest, 'btn sm');
        button.type = 'button';
        on(button, 'click', () => mend(fault));
        note.append(button);
      }
      return note;
    }));
    state.textContent = wrong.length ? wrong.length + (wrong.length > 1 ? ' errors' : ' error') + '. Save is possible once mended' : 'No errors';
    state.className = wrong.length ? 'strong bad' : 'strong good';
    save.disabled = wrong.length > 0;
  }

  function check() {
    var number = ++asked;
    send('/sentinels/check', { name, text: text.value }).then(answer => {
      if (number !== asked) return;
      wrong = answer.faults;
      showFaults();
      paintText();
      if (answer.graph) graph.replaceChildren(document.importNode(new DOMParser().parseFromString(answer.graph, 'image/svg+xml').documentElement, true));
      if (!form.contains(document.activeElement)) fillForm(answer.form);
    }).catch(() => { state.textContent = 'The server does not answer'; });
  }

  function changed() {
    paintText();
    clearTimeout(timer);
    timer = setTimeout(check, 250);
  }
  on(text, 'input', () => { list.hidden = true; changed(); });

  /* ---- The form ---- */

  function row() { return one('.rule', form).cloneNode(true); }

  function fillForm(value) {
    can.textContent = value ? 'Both write the same sentinel.' : wrong.length ? 'The form follows once the error is mended.' : 'The text says more than this form can. Filling in the form replaces it.';
    if (!value) return;
    ['name', 'join', 'by', 'importance', 'within', 'fetch', 'notify'].forEach(key => { form.elements[key].value = value[key]; });
    form.elements.pages.value = value.pages.join('\n');
    var rules = value.rules.concat([['', '']]).slice(0, 8).map(rule => {
      var box = row();
      one('select', box).value = rule[0];
      one('input', box).value = rule[1];
      return box;
    });
    one('#rules').replaceChildren(...rules);
  }

  /* A row more as soon as the last one is used. */
  function grow() {
    var rules = form.querySelectorAll('.rule'), last = rules[rules.length - 1];
    if (!one('select', last).value || rules.length >= 8) return;
    var more = row();
    one('select', more).value = '';
    one('input', more).value = '';
    last.after(more);
  }

  on(form, 'input', () => {
    grow();
    send('/sentinels/form', new FormData(form)).then(answer => { text.value = answer.text; changed(); }).catch(error => {
      state.textContent = error.message;
      state.className = 'strong bad';
      save.disabled = true;
    });
  });
  on(form, 'submit', event => event.preventDefault());

  /* ---- Completion ---- */

  var chosen = 0, typed = 0;

  function bytes(value) { return new TextEncoder().encode(value).length; }

  function complete() {
    var at = text.selectionStart;
    send('/sentinels/complete', { text: text.value, at: bytes(text.value.slice(0, at)) }).then(answer => {
      if (text.selectionStart !== at) return;
      typed = answer.typed;
      chosen = 0;
      if (answer.words.length === 1) { take(answer.words[0][0]); return; }
      list.replaceChildren(...answer.words.map((word, i) => {
        var item = make('li', word[0]);
        item.setAttribute('role', 'option');
        if (word[1] !== 'word') item.append(' ', make('small', word[1]));
        on(item, 'mousedown', event => { event.preventDefault(); take(word[0]); });
        item.id = 'w' + i;
        return item;
      }));
      list.hidden = !answer.words.length;
      var before = text.value.slice(0, at).split('\n');
      list.style.top = Math.min(before.length * 20 + 10 - text.scrollTop, text.clientHeight) + 'px';
      list.style.left = Math.min(before[before.length - 1].length * 7.8 + 12 - text.scrollLeft, text.clientWidth - 220) + 'px';
      mark();
    }).catch(() => {});
  }

  function mark() {
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', i === chosen));
    if (list.children[chosen]) list.children[chosen].scrollIntoView({ block: 'nearest' });
    text.setAttribute('aria-activedescendant', list.hidden ? '' : 'w' + chosen);
  }

  function take(word) {
    text.setRangeText(word, text.selectionStart - typed, text.selectionStart, 'end');
    list.hidden = true;
    changed();
  }

  on(text, 'keydown', event => {
    if (event.ctrlKey && event.key === ' ') { event.preventDefault(); complete(); return; }
    if (list.hidden) return;
    var n = list.children.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') chosen = (chosen + (event.key === 'ArrowDown' ? 1 : n - 1)) % n;
    else if (event.key === 'Enter' || event.key === 'Tab') take(list.children[chosen].firstChild.data);
    else if (event.key === 'Escape') list.hidden = true;
    else return;
    event.preventDefault();
    event.stopPropagation();
    mark();
  });
  on(text, 'blur', () => { list.hidden = true; });

  document.body.classList.add('js');
  paintText();
  check();
})();
