//! Style: colours and fonts, in light and dark, on screen and on paper.
//!
//! The components' hues are the *light* scheme of Paul Tol (*Colour Schemes*, SRON/EPS/TN/09-002), designed as
//! backgrounds for text and to be distinguishable with any kind of colour vision. They are mixed with the paper, be
//! it light or dark. Nothing is conveyed by colour alone: givens are bold, entered digits slanted, unknown candidates
//! dotted, and each cell has a title.
//!
//! No custom properties: SVG is also shown by programs other than browsers, which support plain rules only.

/// How many components have a colour of their own.
pub(super) const HUES: usize = 8;

/// The style of a picture.
pub(super) const PICTURE: &str = "\
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
