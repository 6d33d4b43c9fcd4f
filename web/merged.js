/* Keys n and p (also j and k) go to the next and previous difference; ticks of the map stand where the differences are. */
(function () {
  'use strict';
  var stops = Array.prototype.slice.call(document.querySelectorAll('[data-weft-stop]'));
  stops.sort(function (a, b) { return a.getAttribute('data-weft-stop') - b.getAttribute('data-weft-stop'); });
  var ticks = document.querySelectorAll('.weft-map a');
  var current = -1;

  function shown(element) { return element.getClientRects().length > 0; }

  function go(to) {
    if (current >= 0) stops[current].classList.remove('weft-current');
    current = to;
    stops[current].classList.add('weft-current');
    stops[current].scrollIntoView({ block: 'center' });
  }

  function step(by) {
    for (var tried = 0, to = current; tried < stops.length; tried++) {
      to = to < 0 && by < 0 ? stops.length - 1 : (to + by + stops.length) % stops.length;
      if (shown(stops[to])) { go(to); return; }
    }
  }

  function place() {
    var height = document.documentElement.scrollHeight || 1;
    for (var i = 0; i < ticks.length && i < stops.length; i++) {
      ticks[i].hidden = !shown(stops[i]);
      ticks[i].style.top = (100 * (stops[i].getBoundingClientRect().top + window.scrollY) / height).toFixed(2) + '%';
    }
  }

  function follow(event) {
    var link = event.target.closest ? event.target.closest('a[data-weft="ui"], [data-weft="ui"] a') : null;
    var to = link && stops.indexOf(document.getElementById(decodeURIComponent((link.getAttribute('href') || '').slice(1))));
    if (link && to >= 0) { event.preventDefault(); go(to); }
  }

  document.addEventListener('click', follow);
  document.addEventListener('keydown', function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.nodeName) || !stops.length) return;
    if (event.key === 'n' || event.key === 'j') step(1);
    else if (event.key === 'p' || event.key === 'k') step(-1);
  });
  window.addEventListener('load', place);
  window.addEventListener('resize', place);
  place();
})();
