#!/usr/bin/env python3
"""weft fragments esi in front of a real Varnish: an hour of a site with a ticker, simulated. Skipped where Varnish is not installed."""
import os

import edge
from harness import SANITIZED, done, equal, point, skip

found = edge.simulate(12 if SANITIZED else 60) if edge.varnish() else None
if not found:
    skip('an hour behind Varnish', 'varnishd does not run here')
    done()
whole, parts = found['sent']['whole'], found['sent']['parts']
point(found['seen'] > 50, 'pages were read all the time', found['seen'])
equal(found['errors'], [], 'every page came')
equal(found['missing'], [], 'no template named a file that is not there')
equal(found['wrong'][:5], [], f'{found["seen"]} pages were right within the max-age of their parts')
point(2 * parts <= whole, f'the origin sends {100 * parts / whole:.0f} % of the bytes of whole pages, at most half', found['sent'], found['requests'])
equal(set(found['templates'].values()), {1}, 'templates stay while their parts change')
pages, files = found['listed']['pages'], found['listed']['fragments']
point(all(p['max_age'] > 600 for p in pages), 'a template may be kept long', pages)
point(found['ages']['ticker'] < 60 < found['ages']['news'] < 60 * edge.NEWS_EVERY, 'the ticker under a minute, news for some', found['ages'])
equal(set(os.listdir('edge/fragments')), {f['file'] for f in files}, 'after so many runs there is no old file')
done()
