//! Style: colours and fonts, in light and dark, on screen and on paper.
//!
//! The components' hues are the *light* scheme of Paul Tol (*Colour Schemes*, SRON/EPS/TN/09-002), designed as
//! backgrounds for text and to be distinguishable with any kind of colour vision. They are mixed with the paper, be
//! it light or dark. Nothing is conveyed by colour alone: givens are bold, entered digits slanted, unknown candidates
//! dotted, and each cell has a title.
//!
//! No custom properties: SVG is also shown by programs other than browsers, which support plain rules only.

use crate::render::picture::{Cell, Content, Known, Mark};

/// How many components have a colour of their own.
pub(super) const HUES: usize = 8;

/// The style of a picture.
pub const PICTURE: &str = "\
.residua{font-family:'Helvetica Neue',Helvetica,Arial,sans-serif}
.residua text{text-anchor:middle;fill:#1a1a1a}
.residua .paper{fill:#fff}
.residua .label{fill:#595959}
.residua .tile{fill:none}
.residua .given .tile{fill:#ebebeb}
.residua .given .value{font-weight:bold}
.residua .definite .value{fill:#0b4f9e}
.residua .entered .value{fill:#7a3e00;font-style:italic}
.residua .solved .value{fill:#444}
.residua .unknown{font-style:italic}
.residua text.unknown{fill:#595959}
.residua circle.unknown{fill:#b30000}
.residua .thin{fill:none;stroke:#8c8c8c;stroke-width:1}
.residua .thick{fill:none;stroke:#1a1a1a;stroke-linecap:square}
.residua .equal{fill:none;stroke:#595959;stroke-width:1;stroke-dasharray:3 2}
.residua text.letter{font-size:9px;font-weight:bold;fill:#333}
.residua .open .tile{fill-opacity:.5}
.residua .hue0 .tile{fill:#77aadd}
.residua .hue1 .tile{fill:#ee8866}
.residua .hue2 .tile{fill:#eedd88}
.residua .hue3 .tile{fill:#44bb99}
.residua .hue4 .tile{fill:#ffaabb}
.residua .hue5 .tile{fill:#99ddff}
.residua .hue6 .tile{fill:#aaaa00}
.residua .hue7 .tile{fill:#bbcc33}
.residua .differs .tile{fill:#eedd88;fill-opacity:.8}
.residua .differs .value{fill:#1a1a1a}
.residua .differs .ring{fill:none;stroke:#8a6100;stroke-width:2.5}
.residua .clashes .tile{fill:#ffaabb;fill-opacity:.7}
.residua .clashes .value{fill:#8f0000}
.residua .clashes .ring{fill:none;stroke:#b30000;stroke-width:3}
@media screen and (prefers-color-scheme:dark){
.residua text{fill:#ececec}
.residua .paper{fill:#15171b}
.residua .label{fill:#a6a6a6}
.residua .given .tile{fill:#32353c}
.residua .definite .value{fill:#8fc1ff}
.residua .entered .value{fill:#ffc57a}
.residua .solved .value{fill:#c4c4c4}
.residua text.unknown{fill:#bdbdbd}
.residua circle.unknown{fill:#ff8f8f}
.residua .thin{stroke:#5f6570}
.residua .thick{stroke:#d6d6d6}
.residua .equal{stroke:#c4c4c4}
.residua text.letter{fill:#ececec}
.residua .open .tile{fill-opacity:.32}
.residua .differs .tile{fill-opacity:.3}
.residua .differs .value{fill:#fff}
.residua .differs .ring{stroke:#eedd88}
.residua .clashes .tile{fill-opacity:.25}
.residua .clashes .value{fill:#ffc2cc}
.residua .clashes .ring{stroke:#ff8f8f}
}
@media print{.residua{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
";

/// The style of the marks of steps. What is true in a chain is round, what is false there dashed, what is removed struck out.
pub const STEPS: &str = "\
.residua .placed .value{fill:#0b4f9e}
.residua .around .tile{fill:#f8f1d3;fill-opacity:1}
.residua .pattern .tile{fill:#dcecfb;fill-opacity:1}
.residua .pattern .ring{fill:none;stroke:#2f75b5;stroke-width:1.5}
.residua .spot{fill:none;stroke-width:1.2}
.residua .is-left.spot{fill:#8fc4f2}
.residua .is-true.spot{fill:#a9dfa5;stroke:#2f7a36}
.residua .is-false.spot{fill:#fff;stroke:#b35900;stroke-dasharray:2.5 1.5}
.residua .is-either.spot{fill:#e6d08a;stroke:#6b5500}
.residua .is-placed.spot{fill:#1f7a34}
.residua .is-removed.spot{fill:#ffc4c4}
.residua text.is-placed{fill:#fff;font-weight:bold}
.residua text.is-removed{fill:#8f0000}
.residua .strike{fill:none;stroke:#b30000;stroke-width:1.1;stroke-linecap:round}
@media screen and (prefers-color-scheme:dark){
.residua .placed .value{fill:#8fc1ff}
.residua .around .tile{fill:#37321b;fill-opacity:1}
.residua .pattern .tile{fill:#182a41;fill-opacity:1}
.residua .pattern .ring{stroke:#8fc1ff}
.residua .is-left.spot{fill:#2f6ba6}
.residua .is-true.spot{fill:#2c6331;stroke:#8fd694}
.residua .is-false.spot{fill:#15171b;stroke:#ffb066}
.residua .is-either.spot{fill:#6b5a1a;stroke:#eedd88}
.residua .is-placed.spot{fill:#8fe09a}
.residua .is-removed.spot{fill:#7a1f28}
.residua text.is-placed{fill:#0b2a10}
.residua text.is-removed{fill:#ffc2cc}
.residua .strike{stroke:#ff8f8f}
}
";

/// The style of the marks of a step, if cells may have any.
pub fn of_steps(cells: &[Cell]) -> &'static str {
    let is_noted = |cell: &Cell| match &cell.content {
        Content::Placed(_) => true,
        Content::Open(values) => values.iter().any(|(_, known)| matches!(known, Known::Noted(_))),
        _ => matches!(cell.mark, Some(Mark::Around | Mark::Pattern)),
    };
    if cells.iter().any(is_noted) { STEPS } else { "" }
}

/// The style of the rules in a picture of a variant puzzle. Lines differ in dashes and ends too, and each has a title.
pub const RULES: &str = "\
.key.variant .given .tile{fill:none}
.residua .line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.residua .thermo{stroke:#c9c9c9}
.residua .slow{stroke:#bcd3de}
.residua .bulb{fill:#c9c9c9;stroke:none}
.residua circle.slow{fill:none;stroke:#bcd3de;stroke-width:5}
.residua .palindrome{stroke:#c4c4c4}
.residua .renban{stroke:#dda8ea}
.residua .nabner{stroke:#e3cf62;stroke-dasharray:12 12}
.residua .whisper{stroke:#8fd694}
.residua .region-sum{stroke:#8cc4ee}
.residua .sum-line{stroke:#a9b4ea}
.residua .entropic{stroke:#f5b98c;stroke-dasharray:.1 14}
.residua .modular{stroke:#7fd1c7;stroke-dasharray:14 12 .1 12}
.residua .zipper{stroke:#b59ae0}
.residua .between{stroke:#b5b5b5}
.residua .lockout{stroke:#86a9dc}
.residua .end{fill:none;stroke:none}
.residua .grey{fill:#c4c4c4}
.residua .blue{fill:#8cc4ee}
.residua .filled{fill:#dcdcdc;stroke:#8c8c8c;stroke-width:1.5}
.residua .diamond{fill:#dbe7f7;stroke:#5b7fb5;stroke-width:1.5}
.residua .zip{stroke:#b59ae0;stroke-width:3}
.residua .shaft{fill:none;stroke:#8c8c8c;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}
.variant .rule .ring{fill:none;stroke:#8c8c8c;stroke-width:2.5}
.residua .cage{fill:none;stroke:#333;stroke-width:1.2;stroke-dasharray:5 3}
.residua .loose{stroke-dasharray:1.5 3;stroke-width:1.5}
.residua .rellik{stroke:#a02020}
.residua .box{stroke:#1d5c99}
.residua .same{stroke:#1f7a4d;stroke-dasharray:8 3}
.residua .clone{fill:#9a9a9a;fill-opacity:.28;stroke:none}
.residua text.corner,.residua text.small,.residua text.clue{fill:#1a1a1a}
.residua text.words{text-anchor:start}
.residua .region{fill:#4477aa;fill-opacity:.16;stroke:none}
.residua .rim{fill:none;stroke:#4477aa;stroke-width:1.2}
.residua .diagonal{fill:none;stroke:#4477aa;stroke-linecap:butt}
.residua .parity{fill:#d9d9d9;stroke:none}
.residua .shade{fill:#888;fill-opacity:.2;stroke:none}
.residua rect.row{fill:#cc3311}
.residua rect.column{fill:#0077bb}
.residua rect.box{fill:#009988;stroke:none}
.residua .angle{fill:none;stroke:#1a1a1a;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.residua .halo{fill:none;stroke:#fff;stroke-linecap:round}
.residua circle.dot{stroke:#1a1a1a;stroke-width:1.2}
.residua circle.white,.residua circle.quad{fill:#fff}
.residua circle.black{fill:#1a1a1a}
.residua text.black{fill:#fff}
.residua text.white,.residua text.quad{fill:#1a1a1a}
.residua text.sum{font-weight:bold}
.residua .bread{fill:none;stroke:#b07a3c;stroke-linecap:round}
.residua .house,.residua .little{fill:none;stroke:#6b6b6b;stroke-width:1.3;stroke-linejoin:round}
.residua .hidden{stroke-dasharray:3 2}
.residua .house-frame{fill:none;stroke-width:2.5}
.variant .clashes>path:not(.paper):not(.halo),.variant .rule.clashes>circle,.variant .rule.clashes>rect.ring{stroke:#b30000}
.variant .rule.clashes>text,.variant text.words.clashes{fill:#8f0000}
@media screen and (prefers-color-scheme:dark){
.residua .thermo{stroke:#54585f}
.residua .slow{stroke:#3f5f6e}
.residua .bulb{fill:#54585f}
.residua circle.slow{fill:none;stroke:#3f5f6e}
.residua .palindrome{stroke:#5a5e66}
.residua .renban{stroke:#7a3f8a}
.residua .nabner{stroke:#7d6c14}
.residua .whisper{stroke:#2f7a36}
.residua .region-sum{stroke:#27628f}
.residua .sum-line{stroke:#4a56a0}
.residua .entropic{stroke:#9a5a26}
.residua .modular{stroke:#1f7268}
.residua .zipper{stroke:#6f52a3}
.residua .between{stroke:#6b7079}
.residua .lockout{stroke:#3d639c}
.residua .grey{fill:#5a5e66}
.residua .blue{fill:#27628f}
.residua .filled{fill:#3a3e46;stroke:#8f949d}
.residua .diamond{fill:#22344f;stroke:#6f95cf}
.residua .zip{fill:none;stroke:#6f52a3}
.residua .shaft,.variant .rule .ring{stroke:#9298a3}
.residua .cage{stroke:#c9c9c9}
.residua .rellik{stroke:#ff8f8f}
.residua .box{stroke:#8fc1ff}
.residua .same{stroke:#6fd09c}
.residua .clone{fill:#b5b5b5;stroke:none}
.residua text.corner,.residua text.small,.residua text.clue{fill:#ececec}
.residua .region{fill:#77aadd;fill-opacity:.22}
.residua .rim,.residua .diagonal{stroke:#77aadd}
.residua .parity{fill:#44484f}
.residua .shade{fill-opacity:.32}
.residua rect.row{fill:#ee7755}
.residua rect.column{fill:#55aaee}
.residua rect.box{fill:#44bbaa;stroke:none}
.residua .angle{stroke:#ececec}
.residua .halo{stroke:#15171b}
.residua circle.dot{stroke:#ececec}
.residua circle.white{fill:#ececec;stroke:#ececec}
.residua circle.black{fill:#000}
.residua circle.quad{fill:#2b2e35}
.residua text.white{fill:#15171b}
.residua text.black,.residua text.quad{fill:#ececec}
.residua .bread{stroke:#d6a362}
.residua .house,.residua .little{stroke:#a6a6a6}
.variant .clashes>path:not(.paper):not(.halo),.variant .rule.clashes>circle,.variant .rule.clashes>rect.ring{stroke:#ff8f8f}
.variant .rule.clashes>text,.variant text.words.clashes{fill:#ffc2cc}
}
";

/// The style of a page around its pictures.
pub(super) const PAGE: &str = "\
:root{color-scheme:light dark}
body{margin:0 auto;padding:1rem;max-width:72rem;font:1rem/1.45 system-ui,'Helvetica Neue',Arial,sans-serif;\
background:#fff;color:#1a1a1a}
section{margin:0 0 3rem}
section+section{border-top:2px solid #8c8c8c;padding-top:1rem}
h2{margin:0;font-size:1.5rem}
h3{margin:1.5rem 0 .5rem;font-size:1.1rem}
p{margin:.25rem 0}
.place{color:#595959;overflow-wrap:anywhere}
.side{display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start}
figure{margin:1rem 0 0;flex:1 1 20rem;min-width:0;overflow-x:auto}
figcaption{color:#595959;font-size:.9rem}
figure>svg{display:block;width:100%;height:auto}
.wide>figure{flex-basis:100%}
.facts{flex:1 1 16rem;min-width:0;margin:1rem 0 0}
.facts dt{font-weight:bold}
.facts dd{margin:0 0 .5rem;overflow-wrap:anywhere}
.key{list-style:none;margin:.75rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.35rem 1.25rem;font-size:.9rem}
.path{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,27rem),1fr));gap:1.5rem 2rem;margin:1.5rem 0 0}
.path.wide{grid-template-columns:100%}
.path article{min-width:0}
.path h3{margin:0}
.path figure{margin:.5rem 0 0}
.path p{overflow-wrap:anywhere}
summary{font-size:1.1rem;font-weight:bold;margin:1.5rem 0 .5rem}
.key svg{width:1.7rem;height:1.7rem;vertical-align:middle;margin-right:.4rem}
.rules{margin:.25rem 0;padding-left:1.25rem;columns:19rem auto;column-gap:2.5rem;overflow-wrap:anywhere;font-size:.95rem}
.parts svg{width:1.2rem;height:1.2rem;vertical-align:middle;margin-right:.4rem}
.parts{list-style:none;padding:0;margin:.25rem 0;overflow-wrap:anywhere}
@media screen and (prefers-color-scheme:dark){
body{background:#15171b;color:#ececec}
.place,figcaption{color:#a6a6a6}
}
@media print{
body{max-width:none;padding:0;background:#fff;color:#000}
section+section{break-before:page;border:0}
figure,.facts,li,.side:not(.wide){break-inside:avoid}
h2,h3{break-after:avoid}
figure>svg{max-height:22cm}
}
";
