/* Copies commands, tells moments as spans from now, filters cards. The page is whole without it. */
(function () {
  'use strict';
  var units = [['year', 31536e6], ['month', 2592e6], ['day', 864e5], ['hour', 36e5], ['minute', 6e4], ['second', 1e3]];

  function span(ms) {
    for (var i = 0; i < units.length; i++) {
      var n = Math.floor(Math.abs(ms) / units[i][1]);
      if (n) return (ms < 0 ? 'in ' : '') + n + ' ' + units[i][0] + (n === 1 ? '' : 's') + (ms < 0 ? '' : ' ago');
    }
    return 'just now';
  }

  document.querySelectorAll('time').forEach(function (element) {
    var at = new Date(element.dateTime);
    element.title = at.toLocaleString();
    element.textContent = span(Date.now() - at.getTime());
  });

  function select(code) {
    var range = document.createRange(), selection = window.getSelection();
    range.selectNodeContents(code);
    selection.removeAllRanges();
    selection.addRange(range);
  }

  document.addEventListener('click', function (event) {
    var button = event.target.closest('[data-copy]');
    if (!button) return;
    var code = button.parentNode.querySelector('code'), name = button.textContent, done = false;
    select(code);
    try { done = document.execCommand('copy'); } catch (ignored) { done = false; }
    if (!done) return;
    button.textContent = 'Copied';
    setTimeout(function () { button.textContent = name; }, 1500);
  });

  var filter = document.querySelector('input[type=search]');
  if (!filter) return;
  filter.hidden = false;
  filter.addEventListener('input', function () {
    var words = filter.value.toLowerCase().split(/\s+/);
    document.querySelectorAll('article, tbody tr').forEach(function (element) {
      var text = element.textContent.toLowerCase();
      element.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
    });
  });
})();
