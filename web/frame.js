/* Position, keys, switches, map. The page in the frame is hostile: its ids and names shadow whatever is looked up on its document, forms
   and window by name. So what is asked of it is asked through the prototypes of this document, which it cannot reach. */
(function () {
  'use strict';
  var slice = Array.prototype.slice;
  var CURRENT = ';outline:2px solid #2f4dc0!important;outline-offset:0!important';
  var LOOK = ';outline:1px dashed #69655e!important;outline-offset:0!important';
  var OWN = '--weft:0;';

  function getter(prototype, name) { return Object.getOwnPropertyDescriptor(prototype, name).get; }
  var urlOf = getter(Document.prototype, 'URL'), stateOf = getter(Document.prototype, 'readyState');
  var rootOf = getter(Document.prototype, 'documentElement'), scrollHeightOf = getter(Element.prototype, 'scrollHeight');
  var parentOf = getter(Node.prototype, 'parentElement'), ownerOf = getter(Node.prototype, 'ownerDocument');
  var scrollWidthOf = getter(Element.prototype, 'scrollWidth'), nameOf = getter(Element.prototype, 'localName'), spaceOf = getter(Element.prototype, 'namespaceURI');
  var childrenOf = getter(Element.prototype, 'children'), contains = Node.prototype.contains;
  /* How much filters leave of what they are laid over; one of SVG may do anything. */
  function fraction(filters) {
    return (filters.match(/[a-z-]+\([^)]*/g) || []).reduce(function (part, filter) {
      var at = filter.indexOf('('), name = filter.slice(0, at), value = parseFloat(filter.slice(at + 1)) / (/%$/.test(filter) ? 100 : 1);
      if (name === 'opacity') return part * value;
      return name === 'url' || (name === 'blur' && value > 3) || (/^(brightness|contrast)$/.test(name) && value < .3) || (name === 'brightness' && value > 3) ? 0 : part;
    }, 1);
  }
  function alpha(color) { var found = /^rgba.*, ([\d.]+)\)$|\/ ([\d.]+)\)$/.exec(color); return found ? +(found[1] || found[2]) : 1; }
  function paints(style) {
    return style.opacity >= .5 && (alpha(style.backgroundColor) > .5 || style.backgroundImage !== 'none' || (style.backdropFilter || 'none') !== 'none'
      || parseFloat(style.borderTopWidth) > 20 || parseFloat(style.borderLeftWidth) > 20);
  }
  /* Whether the shadow of an element may lie over what is far from it: text is drawn over shadows of what has no place of its own. */
  function isCurtain(style) { return style.boxShadow !== 'none' && style.position !== 'static' && /\d{3,}(\.\d+)?px/.test(style.boxShadow) && !/inset/.test(style.boxShadow); }
  /* Whether an element that lies over something hides it: by itself, or by what its styles put before or behind its text. */
  function covers(element) {
    return /^(img|video|canvas|input|textarea|select)$/.test(nameOf.call(element)) || spaceOf.call(element) === 'http://www.w3.org/2000/svg' || paints(getComputedStyle(element))
      || ['::before', '::after'].some(function (name) { var style = getComputedStyle(element, name); return !/^(none|normal)$/.test(style.content) && paints(style); });
  }
  function all(root, selector) {
    return slice.call((root.nodeType === 9 ? Document : Element).prototype.querySelectorAll.call(root, selector));
  }
  function get(element, name) { return Element.prototype.getAttribute.call(element, name); }
  function set(element, name, value) { Element.prototype.setAttribute.call(element, name, value); }
  function box(element) { return Element.prototype.getBoundingClientRect.call(element); }
  /* Where the first words of a mark stand; an empty box where the page does not show them. */
  function wordsBox(element) {
    var text = /^(ins|del)$/.test(nameOf.call(element)), range = text ? Document.prototype.createRange.call(ownerOf.call(element)) : null;
    if (text) range.selectNodeContents(element);
    return slice.call(text ? range.getClientRects() : Element.prototype.getClientRects.call(element))
      .find(function (place) { return place.width > 1 && place.height >= 3; }) || (text ? range.getBoundingClientRect() : box(element));
  }
  function listen(target, type, act) { EventTarget.prototype.addEventListener.call(target, type, act); }
  function closest(node, selector) {
    return node && node.nodeType === 1 ? Element.prototype.closest.call(node, selector) : null;
  }
  function isOutside(place, edge) {
    return place.right <= edge.left || place.left >= edge.right || place.bottom <= edge.top || place.top >= edge.bottom;
  }
  function own(selector) { return slice.call(document.querySelectorAll(selector)); }

  /* What a change is shown on: a frame with its document, or an element of this one. */
  function Surface(frame, host) {
    this.frame = frame;
    this.host = host;
    this.root = null;
    this.marks = new Map();
    this.styles = new Map();
    this.cover = null;
    this.rules = new Map(); /* by element: what it does to what is in it */
    this.covered = new Set(); /* marks over which something lies */
    this.restored = null; /* where the survey left the page as it was: the browser tells of that as if a reader had scrolled */
  }
  Surface.prototype.window = function () { return this.frame ? this.frame.contentWindow : window; };
  Surface.prototype.shown = function () { return (this.frame || this.host).getClientRects().length > 0; };
  Surface.prototype.ready = function () {
    if (!this.frame) { this.root = this.host; return true; }
    var inner = this.frame.contentDocument;
    if (!inner || urlOf.call(inner) !== 'about:srcdoc' || stateOf.call(inner) === 'loading') return false;
    this.root = inner;
    return true;
  };
  Surface.prototype.read = function () {
    var marks = this.marks;
    all(this.root, '[data-weft-change]').forEach(function (element) {
      var key = get(element, 'data-weft-change');
      if (!marks.has(key)) marks.set(key, []);
      if (get(element, 'data-weft-stop')) marks.get(key).unshift(element);
      else marks.get(key).push(element);
    });
  };
  Surface.prototype.style = function (element, value) {
    if (!this.styles.has(element)) this.styles.set(element, get(element, 'style') || '');
    set(element, 'style', value === null ? this.styles.get(element) : value);
  };
  Surface.prototype.scroller = function () { return this.frame ? rootOf.call(this.root) : this.host; };
  Surface.prototype.scrollTop = function () { return this.frame ? this.window().scrollY : this.host.scrollTop; };
  Surface.prototype.viewHeight = function () { return (this.frame || this.host).clientHeight; };
  Surface.prototype.height = function () { return Math.max(1, scrollHeightOf.call(this.scroller())); };
  Surface.prototype.scrollTo = function (top) { if (this.frame) this.window().scrollTo(0, top); else this.host.scrollTop = top; };
  Surface.prototype.topOf = function (element) {
    return box(element).top + this.scrollTop() - (this.frame ? 0 : box(this.host).top);
  };
  /* What an element does to what is in it: styles of the page that no mark can undo. */
  Surface.prototype.rule = function (element) {
    var rule = this.rules.get(element);
    if (rule) return rule;
    var style = getComputedStyle(element), flow = style.overflowX + style.overflowY;
    rule = { part: style.opacity * fraction(style.filter), cuts: flow !== 'visiblevisible' && element !== rootOf.call(this.root), scrolls: /auto|scroll/.test(flow),
      away: /^matrix\(0, 0, 0, 0,/.test(style.transform) || (style.maskImage || 'none') !== 'none' || (style.webkitMaskBoxImageSource || 'none') !== 'none' };
    this.rules.set(element, rule);
    return rule;
  };
  /* Whether an element shows nothing at this place, and will not when it scrolls. */
  Surface.prototype.hides = function (element, place) {
    var rule = this.rule(element), edge = rule.cuts ? box(element) : null;
    if (rule.away || !rule.cuts) return rule.away;
    return rule.scrolls ? edge.width < 12 || edge.height < 12 : isOutside(place, edge);
  };
  /* What lies over the whole page and stays there when it scrolls, or null. */
  Surface.prototype.findCover = function () {
    var surface = this, wide = this.frame ? this.frame.clientWidth : 0, high = this.viewHeight();
    var found = !wide ? [] : [.2, .5, .8].map(function (part) {
      var top = Document.prototype.elementFromPoint.call(surface.root, wide * part, high * part);
      while (top && getComputedStyle(top).position !== 'fixed') top = parentOf.call(top);
      return top;
    });
    return found.length && found[0] && found[0] === found[1] && found[0] === found[2] ? found[0] : null;
  };
  Surface.prototype.findCurtain = function () {
    return all(this.root, 'body, body *').slice(0, 3000).find(function (element) {
      return [null, '::before', '::after'].some(function (name) { return isCurtain(getComputedStyle(element, name)); });
    }) || null;
  };
  Surface.prototype.isVisible = function (element) {
    var place = this.frame ? wordsBox(element) : box(element), part = 1;
    if (this.covered.has(element) || (this.cover && !contains.call(this.cover, element))) return false;
    if (place.width < 1 || place.height < 3 || place.right + this.window().scrollX <= 0 || place.bottom + this.scrollTop() <= 0) return false;
    var see = Element.prototype.checkVisibility;
    if (see && !see.call(element, { opacityProperty: true, visibilityProperty: true })) return false;
    for (var up = element; this.frame && up; up = parentOf.call(up)) {
      if (this.hides(up, place)) return false;
      part *= this.rule(up).part;
    }
    return part >= .2;
  };
  /* Whether a mark is what stands at its own place, or what lies over it lets it through. */
  Surface.prototype.isOnTop = function (element, x, y) {
    var stack = Document.prototype.elementsFromPoint.call(this.root, x, y), at = 0;
    while (at < stack.length && !contains.call(element, stack[at]) && !covers(stack[at])) at++;
    return at < stack.length && contains.call(element, stack[at]);
  };
  Surface.prototype.isCovered = function (element) {
    var surface = this, high = this.viewHeight(), inner = this.window(), edge = this.frame.clientWidth - 16, place = wordsBox(element);
    inner.scrollTo({ left: inner.scrollX, top: inner.scrollY + place.top - high / 2, behavior: 'instant' });
    place = wordsBox(element);
    if (place.left >= edge && place.left + inner.scrollX < scrollWidthOf.call(this.scroller())
      && !/hidden|clip/.test(getComputedStyle(this.scroller()).overflowX)) return false; /* the page scrolls to the side */
    for (var up = parentOf.call(element); up; up = parentOf.call(up)) if (this.rule(up).scrolls && this.rule(up).cuts && isOutside(place, box(up))) return false;
    var wide = edge > place.left ? Math.min(place.width, edge - place.left) : place.width; /* a word may go on behind the edge, or the scroll bar at it */
    return ![.2, .5, .8].some(function (part) { return surface.isOnTop(element, place.left + wide * part, place.top + Math.min(place.height, high) * part); });
  };
  /* What lies over a mark, clips it or keeps it out of the window, in whatever way: each comes to the middle of the window, and the browser says what
     stands there. It is done between two pictures on the screen, so nobody sees it; and for a quarter of a second at most. */
  Surface.prototype.survey = function () {
    var surface = this, inner = this.window(), left = inner.scrollX, top = inner.scrollY, until = performance.now() + 250;
    this.covered.clear();
    if (!this.frame || !Document.prototype.elementsFromPoint) return;
    set(this.scroller(), 'data-weft-survey', '');
    this.marks.forEach(function (marks) {
      marks.slice(0, 20).some(function (element) {
        if (performance.now() > until || !surface.isVisible(element)) return false;
        if (surface.isCovered(element)) surface.covered.add(element);
        return !surface.covered.has(element);
      });
    });
    Element.prototype.removeAttribute.call(this.scroller(), 'data-weft-survey');
    inner.scrollTo({ left: left, top: top, behavior: 'instant' });
    this.restored = top;
  };
  /* Shows a mark that the page hides: what is around it appears, what lies over the page goes. */
  Surface.prototype.uncover = function (key) {
    var element = (this.marks.get(key) || [])[0], added, style;
    if (!element || this.target(key)) return;
    if (this.cover && !contains.call(this.cover, element)) this.style(this.cover, 'display:none!important');
    for (var up = element; up; up = parentOf.call(up)) {
      style = getComputedStyle(up);
      added = (style.display === 'none' ? ';display:' + (/^(li|t[rdh]|table|tbody)$/.test(nameOf.call(up)) ? 'revert' : 'block') + '!important' : '')
        + (style.visibility !== 'visible' ? ';visibility:visible!important' : '') + (style.opacity < .5 ? ';opacity:1!important' : '')
        + (this.hides(up, box(element)) ? ';overflow:visible!important;height:auto!important;max-height:none!important' : '');
      if (!added) continue;
      set(up, 'style', (get(up, 'style') || '') + added);
      this.styles.delete(up);
    }
  };
  /* A label beside a flexible box would squeeze it: it goes to the end of the text in the box. */
  Surface.prototype.placeLabels = function () {
    all(this.root, '.weft-label[data-weft="ui"]').forEach(function (label) {
      var into = null, parent = parentOf.call(label);
      while (parent && /flex|grid/.test(getComputedStyle(parent).display)) {
        into = slice.call(childrenOf.call(parent)).filter(function (e) { return get(e, 'class') !== 'weft-label'; }).pop();
        parent = into;
      }
      if (!into) return;
      set(label, 'style', get(label, 'style') + ';display:inline-block!important'); /* the line under a link ends before it */
      Node.prototype.appendChild.call(into, label);
    });
  };
  /* The mark to jump to: the start of the change, else the first of its marks that can be seen. */
  Surface.prototype.target = function (key) {
    var surface = this;
    return (this.marks.get(key) || []).find(function (element) { return surface.isVisible(element); }) || null;
  };

  var surfaces = own('iframe[data-weft="page"]').map(function (frame) { return new Surface(frame, null); })
    .concat(own('.read, .pairs').map(function (host) { return new Surface(null, host); }));
  var entries = own('.chg').map(function (link) {
    return { link: link, key: link.getAttribute('data-change'), kind: link.getAttribute('data-kind'), placed: link.hasAttribute('href') };
  });
  var ticks = new Map(own('.tick').map(function (tick) { return [tick.getAttribute('data-change'), tick]; }));
  var wedge = document.querySelector('.wedge'), view = document.querySelector('.f-map .view'), unseen = document.getElementById('unseen');
  var off = new Set(), current = null, leader = null, release = 0, level = null, pending = 0, rests = 20;

  function active() { return surfaces.filter(function (s) { return s.root && s.shown(); }); }
  function kindOf(key) { var entry = entries.find(function (e) { return e.key === key; }); return entry ? entry.kind : null; }
  function offered() { return entries.filter(function (entry) { return !off.has(entry.kind); }); }

  /* A mark as the switches want it; the current one has an outline. */
  function dress(surface, element, kind, isCurrent) {
    var look = get(element, 'data-weft-class'), given = surface.styles.has(element) ? surface.styles.get(element) : get(element, 'style') || '';
    var state = get(element, 'data-weft'), name = element.localName, style = given, at = given.lastIndexOf(OWN);
    if (look) style = off.has(kind) ? given : given.replace('display:none!important', '') + LOOK;
    else if (off.has(kind)) {
      style = at >= 0 ? given.slice(0, at) : 'all:unset!important';
      if (name === 'del' || state === 'delete') style += ';display:none!important';
    }
    if (isCurrent && !off.has(kind)) style += CURRENT;
    surface.style(element, style === given ? null : style);
  }

  function dressAll(kinds) {
    surfaces.forEach(function (surface) {
      if (!surface.root || !surface.frame) return;
      surface.marks.forEach(function (marks, key) {
        marks.forEach(function (element) {
          var look = get(element, 'data-weft-class'), kind = look ? (look === 'look' ? 'o' : 'x') : kindOf(key);
          if (kinds.indexOf(kind) >= 0) dress(surface, element, kind, current && current.key === key);
        });
      });
    });
  }

  function outline(entry, on) {
    if (!entry) return;
    surfaces.forEach(function (surface) {
      if (!surface.root) return;
      (surface.marks.get(entry.key) || []).slice(0, 200).forEach(function (element) {
        if (surface.frame) dress(surface, element, entry.kind, on);
        else { var pass = closest(element, '.pass'); if (pass) pass.classList.toggle('on', on); }
      });
    });
  }

  function tell() {
    var list = offered(), at = list.indexOf(current);
    own('.pos').forEach(function (place) {
      if (at < 0) { place.textContent = list.length === 1 ? '1 change' : list.length + ' changes'; return; }
      place.textContent = ' of ' + list.length;
      var number = document.createElement('b');
      number.textContent = at + 1;
      place.insertBefore(number, place.firstChild);
    });
    own('.step .btn, .thumbbar button').forEach(function (button) { button.disabled = !list.length; });
  }

  /* Counterparts of one change come level: each frame scrolls so that they stand in the middle. */
  function reveal(entry) {
    hold(null);
    active().forEach(function (surface) {
      var element = surface.target(entry.key);
      if (!element) return;
      var place = box(element), room = surface.viewHeight();
      Element.prototype.scrollIntoView.call(element, { block: place.height > room * .8 ? 'start' : 'center', inline: 'nearest' });
    });
    var seen = active().filter(function (surface) { return surface.target(entry.key); });
    if (seen.length === 1 && active().length === 2) follow(seen[0]);
  }

  function uncover(list) {
    active().forEach(function (surface) { list.forEach(function (entry) { surface.uncover(entry.key); }); });
    refresh();
  }

  /* A page whose first screen has no mark opens at the first change. */
  function begin() {
    var shown = active(), first = offered().find(function (entry) { return shown.some(function (s) { return s.target(entry.key); }); });
    var near = offered().some(function (entry) {
      return shown.some(function (s) { var e = s.target(entry.key); return e && s.topOf(e) < s.viewHeight() - 40; });
    });
    if (first && !near && !current) reveal(first);
  }

  function go(entry, scroll) {
    outline(current, false);
    if (current) current.link.removeAttribute('aria-current');
    current = entry;
    entry.link.setAttribute('aria-current', 'true');
    outline(entry, true);
    if (scroll) reveal(entry);
    if (entry.link.getClientRects().length) entry.link.scrollIntoView({ block: 'nearest' });
    tell();
    place();
  }

  function step(by) {
    var list = offered(), at = list.indexOf(current);
    if (!list.length) return;
    for (var tried = 0; tried < list.length; tried++) {
      at = at < 0 && by < 0 ? list.length - 1 : (at + by + list.length) % list.length;
      if (!list[at].link.classList.contains('unseen')) break;
    }
    go(list[at], true);
  }

  /* The map: ticks where the changes stand, a shade over what is on the screen, a wedge at the current one. */
  function place() {
    var shown = active(), main = shown[shown.length - 1];
    if (!main) return;
    var map = view.parentNode.clientHeight, height = main.height(), scale = map / height;
    ticks.forEach(function (tick, key) {
      var surface = main, element = main.target(key);
      if (!element && shown.length === 2) { surface = shown[0]; element = surface.target(key); }
      tick.classList.toggle('off', !element || off.has(kindOf(key)));
      if (!element) return;
      var top = surface.topOf(element) * map / surface.height();
      tick.style.top = Math.min(top, map - 5).toFixed(1) + 'px';
      tick.style.height = Math.max(4, Math.min(box(element).height * scale, 60)).toFixed(1) + 'px';
      if (current && current.key === key) wedge.style.top = (Math.min(top, map - 5) - 3).toFixed(1) + 'px';
    });
    var tick = current && ticks.get(current.key);
    wedge.hidden = !tick || tick.classList.contains('off');
    shade();
  }

  function shade() {
    var shown = active(), main = shown[shown.length - 1];
    if (!main) return;
    var map = view.parentNode.clientHeight, height = main.height();
    view.style.top = (main.scrollTop() / height * map).toFixed(1) + 'px';
    view.style.height = Math.min(map, main.viewHeight() / height * map).toFixed(1) + 'px';
  }

  /* What the page hides cannot be jumped to; it is counted and said. */
  function count() {
    var shown = active(), hidden = 0;
    entries.forEach(function (entry) {
      var marked = shown.some(function (surface) { return surface.marks.has(entry.key); });
      var gone = marked && !shown.some(function (surface) { return surface.target(entry.key); }) && !off.has(entry.kind);
      entry.link.classList.toggle('unseen', gone);
      hidden += gone;
    });
    unseen.hidden = !hidden;
    unseen.firstChild.textContent = hidden === 1 ? '1 change stands where the page does not show it. It is in the list.'
      : hidden + ' changes stand where the page does not show them. They are in the list.';
  }

  /* The longest run of points that goes down in both pages: what moved stands elsewhere and is no measure. */
  function rising(points) {
    var tails = [], before = [], kept = [];
    points.forEach(function (point, i) {
      var low = 0, high = tails.length;
      while (low < high) { var middle = (low + high) >> 1; if (points[tails[middle]][1] < point[1]) low = middle + 1; else high = middle; }
      before[i] = low ? tails[low - 1] : -1;
      tails[low] = i;
    });
    for (var i = tails.length ? tails[tails.length - 1] : -1; i >= 0; i = before[i]) kept.unshift(points[i]);
    return kept;
  }

  /* Two pages scroll together: what both have is level, what lies between is stretched evenly. */
  function measure() {
    var pair = active().filter(function (surface) { return surface.frame; });
    level = null;
    if (pair.length !== 2) return;
    var found = pair.map(function (surface) {
      var tops = new Map();
      all(surface.root, '[data-weft-sync]').forEach(function (element) {
        var key = get(element, 'data-weft-sync'), place = box(element);
        if (!tops.has(key) && (place.width || place.height)) tops.set(key, place.top + surface.scrollTop());
      });
      return tops;
    });
    var points = [];
    found[0].forEach(function (top, key) { if (found[1].has(key)) points.push([top, found[1].get(key)]); });
    points.sort(function (x, y) { return x[0] - y[0]; });
    level = [[0], [0]];
    rising(points).forEach(function (point) { level[0].push(point[0]); level[1].push(point[1]); });
    level[0].push(pair[0].height());
    level[1].push(pair[1].height());
  }

  function across(side, height) {
    var from = level[side], to = level[1 - side], low = 0, high = from.length - 1;
    while (low + 1 < high) {
      var middle = (low + high) >> 1;
      if (from[middle] <= height) low = middle; else high = middle;
    }
    return to[low] + (height - from[low]) / Math.max(1, from[high] - from[low]) * (to[high] - to[low]);
  }

  function hold(surface) {
    leader = surface || 'none';
    clearTimeout(release);
    release = setTimeout(function () { leader = null; }, 150);
  }

  function follow(surface) {
    var pair = active().filter(function (s) { return s.frame; }), side = pair.indexOf(surface);
    if (level && pair.length === 2 && (leader === null || leader === surface || leader === 'none') && side >= 0) {
      hold(surface);
      var third = surface.viewHeight() / 3;
      pair[1 - side].scrollTo(across(side, surface.scrollTop() + third) - third);
    }
  }

  function turn(input) {
    if (input.checked) off.delete(input.value); else off.add(input.value);
    dressAll([input.value]);
    entries.forEach(function (entry) { entry.link.classList.toggle('off', off.has(entry.kind)); });
    if (current && off.has(current.kind)) { current.link.removeAttribute('aria-current'); current = null; }
    count();
    tell();
    place();
  }

  function key(event) {
    var target = event.target, name = target && target.localName;
    var typing = name === 'textarea' || name === 'select' || (name === 'input' && get(target, 'type') !== 'checkbox');
    if (event.ctrlKey || event.altKey || event.metaKey || typing) return;
    if (event.key === 'n' || event.key === 'j') step(1);
    else if (event.key === 'p' || event.key === 'k') step(-1);
    else if (event.key === 'l') own('.kinds input[value="o"]').forEach(function (input) { input.click(); });
    else if (event.key === 'c') {
      location.hash = '#changes';
      (current ? current.link : document.getElementById('changes')).focus({ preventScroll: true });
    } else if (event.key === 'Escape' && location.hash === '#changes') location.hash = '#page';
    else if (window.parent !== window) window.parent.postMessage({ weftKey: event.key }, '*'); /* keys of the page around us */
  }

  function choose(event) {
    var link = event.currentTarget, entry = entries.find(function (e) { return e.key === link.getAttribute('data-change'); });
    event.preventDefault();
    if (location.hash === '#changes') location.hash = '#page';
    if (entry.link.classList.contains('unseen')) uncover([entry]);
    go(entry, true);
  }

  /* In the page: a mark becomes the current one, a link opens beside it, or leads on in the page. */
  function press(surface, event) {
    var link = closest(event.target, 'a[href], area[href]'), mark = closest(event.target, '[data-weft-change]');
    var entry = mark && entries.find(function (e) { return e.key === get(mark, 'data-weft-change'); });
    if (entry && !off.has(entry.kind)) go(entry, false);
    if (!link || !surface.frame) return;
    event.preventDefault();
    var address = get(link, 'href').trim();
    if (address.charAt(0) === '#') {
      var there = all(surface.root, '[id]').find(function (e) { return get(e, 'id') === decodeURIComponent(address.slice(1)); });
      if (there) Element.prototype.scrollIntoView.call(there);
    } else if (/^https?:/i.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
  }

  function start(surface) {
    surface.read();
    if (surface.frame) surface.placeLabels();
    listen(surface.root, 'click', function (event) { press(surface, event); });
    if (surface.frame) listen(surface.root, 'keydown', key);
    listen(surface.frame ? surface.window() : surface.host, 'scroll', function () {
      if (surface.restored === surface.scrollTop()) return;
      surface.restored = null;
      if (surface.shown()) { follow(surface); shade(); }
    });
    if (surface.frame) {
      surface.frame.addEventListener('load', refresh);
      ['animationstart', 'animationend', 'transitionend'].forEach(function (type) { listen(surface.root, type, refreshLater); });
    }
    refresh();
    if (surfaces.every(function (s) { return s.root; })) begin();
  }

  function refresh() {
    surfaces.forEach(function (surface) {
      surface.rules.clear();
      surface.cover = surface.root && surface.shown() ? surface.findCover() || surface.findCurtain() : null;
      if (surface.root && surface.shown()) surface.survey();
    });
    measure();
    count();
    place();
  }

  /* After an animation of the page, which may have hidden something; a page that never rests is not followed for ever. */
  function refreshLater() {
    if (pending || rests === 0) return;
    rests--;
    pending = setTimeout(function () { pending = 0; refresh(); }, 100);
  }

  /* A frame is there before its document; its pictures may take long, and nobody waits for them. */
  function wait(surface) {
    if (surface.ready()) start(surface);
    else setTimeout(function () { wait(surface); }, 30);
  }

  own('.kinds').forEach(function (set) { set.disabled = false; });
  own('.kinds input').forEach(function (input) {
    if (!input.checked) off.add(input.value);
    input.addEventListener('change', function () { turn(input); });
  });
  own('.next').forEach(function (button) { button.addEventListener('click', function () { step(1); }); });
  own('.prev').forEach(function (button) { button.addEventListener('click', function () { step(-1); }); });
  own('.chg, .tick').forEach(function (link) { link.addEventListener('click', choose); });
  unseen.lastChild.addEventListener('click', function () { uncover(entries.filter(function (e) { return e.link.classList.contains('unseen'); })); });
  document.addEventListener('keydown', key);
  window.addEventListener('resize', refresh);
  window.addEventListener('beforeprint', function () {
    surfaces.forEach(function (s) { if (s.frame && s.root) s.frame.style.height = s.height() + 'px'; });
  });
  window.addEventListener('afterprint', function () { surfaces.forEach(function (s) { if (s.frame) s.frame.style.height = ''; }); });
  tell();
  surfaces.forEach(wait);
})();
