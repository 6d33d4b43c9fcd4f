#!/usr/bin/env python3
"""weft judge: what a check would say of the versions of a page, from files."""
import json
import os

from harness import done, equal, page, point, weft, write

STORY = 'The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year. '


def version(i, story=STORY):
    return page(f'<header><a href="/">Home</a></header><main><h1>The bridge</h1><p>{story}</p><p>{STORY}</p><p>Seen by {1000 + 7 * i} people.</p></main>'
                f'<footer><p>Request {i}f9ac21b{i} took {i} ms.</p></footer>')


os.mkdir('versions')
for i in range(8):
    write(f'versions/{i}.html', version(i))
write('versions/8.html', version(8, 'The council has put off its decision until the autumn. ' + STORY))
files = [f'versions/{i}.html' for i in range(9)]

last = weft('judge', *files, '--json').json()
point(last['announce'] and last['probability'] > 0.5 and 0 < last['importance'] <= 1, 'new text is announced', last)
equal(last['headline'], 'New: The council has put off its decision until the autumn.', 'in its own words')
point(any('main content' in r for r in last['reasons']), 'with reasons', last['reasons'])
point(any('1056' in h['what'] and 'often changes' in h['why'] for h in last['held_back']), 'the counter is held back', last['held_back'])

quiet = weft('judge', *files[:8], '--json').json()
point(not quiet['announce'], 'a counter and a code are not announced', quiet)

write('versions/meta.json', '{"title": "A note beside the versions"}')
series = [json.loads(line) for line in weft('judge', '--series', 'versions', '--json').out.splitlines()]
equal(len(series), 8, 'each version but the first is judged, and no note beside them')
equal(series[-1], dict(last, file=series[-1]['file']), 'as it is alone')
text = weft('judge', *files).out
point('announced' in text and 'because:' in text and 'held back:' in text, 'in words', text)
equal(weft('judge', 'nowhere.html').status, 2, 'a file that is not there is trouble')
done()
