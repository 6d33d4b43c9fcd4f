"""Sites and histories of pages whose fragments are known, for bench/fragments: made by seed, and the score of what was found in them."""
import collections
import random
import shutil

HOUR = 3600
START = 1700000000


def words(rng, n):
    return ' '.join(''.join(rng.choices('abcdefghijklmnopqrstuvwxyz', k=rng.randint(4, 9))) for _ in range(n))


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


class Node:
    """An element with text or children; what is planted has a name."""

    def __init__(self, tag, children=(), text='', name=None):
        self.tag, self.children, self.text, self.name = tag, list(children), text, name

    def html(self):
        return f'<{self.tag}>{self.text}{"".join(child.html() for child in self.children)}</{self.tag}>\n'

    def places(self, path):
        """(name, path) of all that is planted here and below."""
        if self.name is not None:
            yield self.name, path
        tags = collections.Counter(child.tag for child in self.children)
        seen = collections.Counter()
        for child in self.children:
            seen[child.tag] += 1
            yield from child.places(f'{path}/{child.tag}' + (f'[{seen[child.tag]}]' if tags[child.tag] > 1 else ''))


def own_text(rng, least=20):
    return Node('p', text=words(rng, rng.randint(least, 2 * least)))


# ---- What pages share

KINDS, NESTED, PAGES, PARAGRAPHS = 40, 8, 40, 20


def box(rng, seed, kind, change):
    """One copy of a box. A share of its paragraphs is new in every copy, the same ones for a kind; boxes below NESTED hold another."""
    same = random.Random(f'{seed} {kind}')
    lines = [Node('p', text=words(same, 12)) for _ in range(PARAGRAPHS)]
    for k in range(int(PARAGRAPHS * change + 0.5)):
        lines[(k * 7 + kind) % PARAGRAPHS] = Node('p', text=words(rng, 12))
    if kind < NESTED:
        lines.insert(5, box(rng, seed, kind + NESTED, change))
    return Node('div', lines, name=kind)


def wrapped(rng, node):
    """The same somewhere else: up to three elements deep, beside so much other text that what is around is not nearly the box itself."""
    for _ in range(rng.randrange(4)):
        node = Node(rng.choice(('section', 'article', 'div')), [own_text(rng, 400), node])
    return node


def site(folder, change, seed):
    """Forty pages with eight boxes each, in any order and depth; {(file, path): kind} of those that at least two pages have."""
    fresh(folder)
    rng, places = random.Random(seed), {}
    for number in range(PAGES):
        body = Node('body')
        for kind in rng.sample(range(KINDS), 8):
            body.children += [own_text(rng), wrapped(rng, box(rng, seed, kind, change))]
        name = f'{number:03}.html'
        (folder / name).write_text(f'<!DOCTYPE html><html><head><title>{number}</title></head>{body.html()}</html>', encoding='utf-8')
        places.update({(name, path): kind for kind, path in body.places('/html/body')})
    pages = collections.defaultdict(set)
    for (name, _), kind in places.items():
        pages[kind].add(name)
    return {place: kind for place, kind in places.items() if len(pages[kind]) > 1}


def site_score(truth, fragments):
    """Precision and recall of places. A fragment stands for the kind that most of its places are of, and only one of a kind counts."""
    best = {}
    for number, fragment in enumerate(fragments):
        kinds = collections.Counter(truth[place] for place in fragment if place in truth)
        if kinds:
            kind, n = kinds.most_common(1)[0]
            best[kind] = max(best.get(kind, (0, 0)), (n, -number))
    right = sum(n for n, _ in best.values())
    return right / max(1, sum(map(len, fragments))), right / len(truth)


# ---- How long parts live

VERSIONS, BOXES, LINES, LISTS = 60, 60, 10, 2
CHANGING, CHURNING = 10, 2
SIMILAR = 0.3  # OvlpThrsld: below it a part is another part


class Part:
    """A box of which `n_new` lines of LINES change together, each `mean_s` seconds on average; 0: at every visit; None: never."""

    def __init__(self, rng, mean_s, n_new):
        self.rng, self.mean_s, self.n_new, self.changed = rng, mean_s, n_new, 0
        self.lines = [words(rng, 12) for _ in range(LINES)]
        self.next = rng.expovariate(1 / mean_s) if mean_s else None

    def visit(self, at):
        changed = self.mean_s == 0
        while self.next is not None and self.next <= at:
            self.next += self.rng.expovariate(1 / self.mean_s)
            changed = True
        for k in range(self.n_new if changed else 0):
            self.lines[k * 3 % LINES] = words(self.rng, 12)
        self.changed += changed
        return '<div>' + ''.join(f'<p>{line}</p>' for line in self.lines) + '</div>\n'

    def expected(self, path, threshold):
        """The paths that the algorithm of the paper has to flag: the part, or those of its lines that change."""
        share = self.n_new / LINES
        if share >= threshold or (1 - share) / (1 + share) < SIMILAR:
            return [path]
        return [f'{path}/p[{k * 3 % LINES + 1}]' for k in range(self.n_new)]


class List(Part):
    """New lines on top."""

    def visit(self, at):
        while self.next <= at:
            self.next += self.rng.expovariate(1 / self.mean_s)
            self.lines = [words(self.rng, 12), *self.lines[:-1]]
            self.changed += 1
        return '<ul>' + ''.join(f'<li>{line}</li>' for line in self.lines) + '</ul>\n'


def history(folder, seed):
    """Versions of one page, visited at odd times, an hour apart on average; the files, their times, the parts by path."""
    fresh(folder)
    rng = random.Random(seed)
    parts = [Part(rng, HOUR * rng.choice((3, 10, 30, 100)), rng.choice((10, 8, 4, 2, 1))) for _ in range(CHANGING)]
    parts += [Part(rng, 0, 10) for _ in range(CHURNING)] + [Part(rng, None, 0) for _ in range(BOXES - CHANGING - CHURNING)]
    rng.shuffle(parts)
    lists = [List(rng, HOUR * mean, 10) for mean in (8, 25)]
    at, times, files = 0, [], []
    for version in range(VERSIONS):
        if version:
            at += 60 + rng.expovariate(1 / HOUR)
        times.append(START + at)
        files.append(folder / f'{version:03}.html')
        text = '<!DOCTYPE html><body>' + ''.join(part.visit(at) for part in parts + lists)
        files[-1].write_text(text, encoding='utf-8')
    for part in parts:
        part.changed -= part.mean_s == 0  # the first visit saw no change
    return files, times, {f'/html/body/div[{i + 1}]': part for i, part in enumerate(parts)}, {f'/html/body/ul[{i + 1}]': one for i, one in enumerate(lists)}


def history_score(score, parts, lists, found, threshold):
    """Adds to the counter `score` what was found, wanted and right, the classes among the right ones, and ranges that hold the truth."""
    wanted = {path: part for place, part in parts.items() if part.changed for path in part.expected(place, threshold)}
    for fragment in found:
        path = fragment['path']
        score['found'] += 1
        if any(path == place or path.startswith(place + '/') for place in lists):
            score['right'] += 1
            score['classed'] += 1
            score['class right'] += fragment['class'] != 'churn'
        elif path in wanted:
            part = wanted.pop(path)
            score['right'] += 1
            score['recalled'] += 1
            score['classed'] += 1
            score['class right'] += fragment['class'] == ('churn' if part.mean_s == 0 else 'scroll')
            if part.mean_s:
                score['ranges'] += 1
                score['held'] += fragment['low_s'] <= part.mean_s <= fragment['high_s']
    score['wanted'] += score['recalled'] - score['before'] + len(wanted)
    score['before'] = score['recalled']
