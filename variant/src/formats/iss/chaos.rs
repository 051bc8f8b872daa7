//! Items about regions that are to be found: `.ChaosConstruction`, and what `.ChaosCount` and `.ChaosArrow` tell of their numbers.

use crate::extra::ExtraCells;
use crate::formats::iss::extra::REGIONS;
use crate::formats::iss::grid::{cell, name};
use crate::formats::iss::item::{Item, Word};
use crate::formats::iss::rules::{Found, Grammar, first, one};
use crate::kind::RuleKind;
use crate::rule::Rule;
use crate::shape::Shape;

/// The steps to the cells around one.
const AROUND: [(i64, i64); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The steps along which a run is counted, if no cells are named.
const ALONG: [(i64, i64); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

/// The block of the numbers of regions.
fn block(shape: &Shape) -> Option<&ExtraCells> {
    shape.extra().iter().find(|block| block.name() == REGIONS)
}

impl Grammar<'_> {
    pub(super) fn chaos(&self, item: &Item) -> Found {
        let numbers =
            block(self.shape).ok_or_else(|| item.class.unfit("ChaosConstruction beside it"))?.cells();
        if item.class.text == "ChaosConstruction" {
            let grid: Vec<usize> = self.shape.grid_cells().collect();
            return one(
                item,
                RuleKind::UnknownRegions,
                vec![grid, numbers.collect()],
                vec![self.region as i64],
            );
        }
        let control = first(item)?;
        let from = cell(control, self.shape)?;
        let offset = match item.args.get(1).map_or("", |word| word.text.as_str()) {
            "" | "0" => vec![],
            "1" => vec![1],
            _ => return Err(item.args[1].unfit("0 or 1")),
        };
        let number = |word: &Word| {
            let cell = cell(word, self.shape)?;
            if numbers.contains(&cell) { Ok(cell) } else { Err(word.unfit("the number of a region: CC1")) }
        };
        let named = item.args.get(2..).unwrap_or_default().split(|word| word.text == "-");
        let named = named.filter(|words| !words.is_empty());
        let mut groups: Vec<Vec<usize>> =
            named.map(|words| words.iter().map(number).collect()).collect::<Result<_, _>>()?;
        let is_arrow = item.class.text == "ChaosArrow";
        if groups.is_empty() {
            if self.shape.block(from).is_some() {
                return Err(control.unfit("a cell of the grid"));
            }
            let number = |cell: usize| numbers.start + cell;
            let arm = |step: &(i64, i64)| {
                let cells = std::iter::successors(Some(from), |&cell| self.shape.step(cell, *step));
                cells.map(number).collect::<Vec<usize>>()
            };
            groups = if is_arrow {
                ALONG.iter().map(arm).collect()
            } else {
                let around = AROUND.iter().filter_map(|&step| self.shape.step(from, step));
                vec![std::iter::once(from).chain(around).map(number).collect()]
            };
        }
        let kind = if is_arrow { RuleKind::RunLength } else { RuleKind::CountSame };
        groups.insert(0, vec![from]);
        one(item, kind, groups, offset)
    }
}

/// The item of a rule about the numbers of regions.
pub(super) fn written(rule: &Rule, shape: &Shape) -> Option<String> {
    let [first, others @ ..] = rule.groups() else { return None };
    let numbers = block(shape)?.cells();
    if rule.kind() == RuleKind::UnknownRegions {
        let is_whole = shape.grid_cells().eq(first.iter().copied()) && others[0].iter().copied().eq(numbers);
        return is_whole.then(|| ".ChaosConstruction".to_owned());
    }
    let are_numbers = others.iter().flatten().all(|cell| numbers.contains(cell));
    let class = if rule.kind() == RuleKind::RunLength { "ChaosArrow" } else { "ChaosCount" };
    let names =
        |group: &Vec<usize>| group.iter().map(|&cell| name(cell, shape)).collect::<Vec<_>>().join("~");
    let groups: Vec<String> = others.iter().map(names).collect();
    let offset = rule.numbers().first().unwrap_or(&0);
    are_numbers.then(|| format!(".{class}~{}~{offset}~{}", names(first), groups.join("~-~")))
}
