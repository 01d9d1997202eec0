"""Cuts the letters that share pictures are drawn with: outlines, widths and kerning, one a line."""
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from fontTools.pens.svgPathPen import SVGPathPen

FILES = '../../../node_modules/@fontsource-variable/'
CODES = [*range(0x20, 0x7F), *range(0xA1, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x20B9]

def kerning(font, names):
    pairs = {}
    table = font['GPOS'].table
    wanted = {i for f in table.FeatureList.FeatureRecord if f.FeatureTag == 'kern' for i in f.Feature.LookupListIndex}
    for index in sorted(wanted):
        for sub in table.LookupList.Lookup[index].SubTable:
            sub = getattr(sub, 'ExtSubTable', sub)
            if sub.LookupType != 2:
                continue
            for first in (g for g in sub.Coverage.glyphs if g in names):
                at = sub.Coverage.glyphs.index(first)
                if sub.Format == 1:
                    found = {r.SecondGlyph: r.Value1 for r in sub.PairSet[at].PairValueRecord}
                else:
                    row = sub.Class1Record[sub.ClassDef1.classDefs.get(first, 0)].Class2Record
                    found = {g: row[sub.ClassDef2.classDefs.get(g, 0)].Value1 for g in names}
                for second, value in found.items():
                    if second in names and value and getattr(value, 'XAdvance', 0):
                        pairs.setdefault(names[first] + names[second], value.XAdvance)
    return pairs

def cut(family, weight, kern, out):
    letters, pairs = {}, {}
    for part in ('latin', 'latin-ext'):
        font = instantiateVariableFont(TTFont(f'{FILES}{family}/files/{family}-{part}-wght-normal.woff2'), {'wght': weight})
        glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
        here = {cmap[c]: chr(c) for c in CODES if c in cmap and chr(c) not in letters}
        for glyph, letter in here.items():
            pen = SVGPathPen(glyphs, ntos=lambda v: str(round(v)))
            glyphs[glyph].draw(pen)
            letters[letter] = [round(glyphs[glyph].width), pen.getCommands()]
        if kern and 'GPOS' in font:
            pairs |= {k: v for k, v in kerning(font, here).items() if abs(v) > 9 and all(ord(c) < 0x7F or ord(c) == 0x20B9 for c in k)}
    with open(out, 'w') as file:
        for letter, (width, path) in letters.items():
            file.write(f'{letter}\t{width}\t{path}\n')
        for pair, value in pairs.items():
            file.write(f'{pair}\t{value}\n')

cut('geist', 600, True, 'letters-text.txt')
cut('geist-mono', 450, False, 'letters-mono.txt')
