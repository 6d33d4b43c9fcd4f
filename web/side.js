/* Two pages that scroll together: marks of one change are level, what lies between them is stretched evenly. */
(function () {
  'use strict';
  var frames = [document.getElementById('old'), document.getElementById('new')];
  var points = [[], []];
  var ready = 0, leader = null, release = 0, current = -1;

  function page(side) { return frames[side].contentDocument; }
  function scroller(side) { return page(side).scrollingElement || page(side).documentElement; }
  function topOf(side, element) { return element.getBoundingClientRect().top + scroller(side).scrollTop; }

  /* Pairs of heights that belong together: kept anchors and the marks of one change, in order on both sides. */
  function measure() {
    var found = [new Map(), new Map()];
    for (var side = 0; side < 2; side++) {
      page(side).querySelectorAll('[data-weft-sync]').forEach(function (element) {
        var key = element.getAttribute('data-weft-sync');
        if (!found[side].has(key) && element.getClientRects().length) found[side].set(key, topOf(side, element));
      });
    }
    points = [[0], [0]];
    found[0].forEach(function (top, key) {
      var other = found[1].get(key), last = points[0].length - 1;
      if (other !== undefined && top > points[0][last] && other > points[1][last]) { points[0].push(top); points[1].push(other); }
    });
    points[0].push(scroller(0).scrollHeight);
    points[1].push(scroller(1).scrollHeight);
  }

  function level(side, height) {
    var from = points[side], to = points[1 - side], low = 0, high = from.length - 1;
    while (low + 1 < high) {
      var middle = (low + high) >> 1;
      if (from[middle] <= height) low = middle; else high = middle;
    }
    var share = (height - from[low]) / Math.max(1, from[high] - from[low]);
    return to[low] + share * (to[high] - to[low]);
  }

  function follow(side) {
    if (leader !== null && leader !== side) return;
    leader = side;
    clearTimeout(release);
    release = setTimeout(function () { leader = null; }, 120);
    var third = frames[side].clientHeight / 3;
    scroller(1 - side).scrollTop = level(side, scroller(side).scrollTop + third) - third;
  }

  function stops() { return Array.prototype.slice.call(page(1).querySelectorAll('[data-weft-change]')).concat(
    Array.prototype.slice.call(page(0).querySelectorAll('[data-weft-change]'))); }

  function step(by) {
    var first = new Map();
    stops().forEach(function (element) {
      var key = +element.getAttribute('data-weft-change');
      if (!first.has(key) && element.getClientRects().length) first.set(key, element);
    });
    var keys = Array.from(first.keys()).sort(function (a, b) { return a - b; });
    if (!keys.length) return;
    current = current < 0 && by < 0 ? keys.length - 1 : (current + by + keys.length) % keys.length;
    first.get(keys[current]).scrollIntoView({ block: 'center' });
  }

  function key(event) {
    if (event.key === 'n' || event.key === 'j') step(1);
    else if (event.key === 'p' || event.key === 'k') step(-1);
  }

  function start() {
    if (++ready < 2) return;
    measure();
    [0, 1].forEach(function (side) {
      frames[side].contentWindow.addEventListener('scroll', function () { follow(side); }, { passive: true });
      page(side).addEventListener('keydown', key);
    });
    window.addEventListener('resize', measure);
  }

  document.addEventListener('keydown', key);
  frames.forEach(function (frame) {
    if (frame.contentDocument && frame.contentDocument.readyState === 'complete' && frame.contentDocument.body && frame.contentDocument.body.childNodes.length) start();
    else frame.addEventListener('load', start);
  });
})();
