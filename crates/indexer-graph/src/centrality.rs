//! How central the nodes of a network are.

use crate::network::Network;
use indexer_core::work;
use std::sync::atomic::AtomicBool;

/// Rounds of [`rank`] at most.
const ROUNDS: usize = 100;
/// A round that moves less of the whole than this is the last.
const MOVED: f64 = 1e-5;

/// How likely somebody is at each node who follows edges by their weights, and with probability
/// `1 - follow` at each step starts again at a node by the weights of `restart` (PageRank: Page and Brin
/// 1998; with a restart of one's own it is personalised). What reaches a node without edges starts
/// again. Sums to 1; all 0 where `restart` has no weight. O(nodes + edges * rounds), about 40 rounds. Once `stop` is
/// set, it is what the rounds so far gave.
///
/// Nodes to which no edge leads are in no round: of a kernel's symbols that is most, and what they have is their
/// share of what starts again.
pub fn rank(network: &Network, restart: &[f64], follow: f64, stop: &AtomicBool) -> Vec<f64> {
    let nodes = network.nodes() as usize;
    let weight: f64 = restart.iter().take(nodes).sum();
    if weight <= 0.0 {
        return vec![0.0; nodes];
    }
    let start: Vec<f64> = (0..nodes).map(|node| restart.get(node).copied().unwrap_or(0.0) / weight).collect();
    let led_to = LedTo::of(network, &start, follow);
    // What each of them has, and the part of all that started again before it.
    let mut now: Vec<f64> = led_to.nodes.iter().map(|node| start[*node as usize]).collect();
    let mut again = 1.0;
    let mut next = vec![0.0; now.len()];
    for _ in 0..ROUNDS {
        if work::is_stopped(stop) {
            break;
        }
        work::add(now.len() + led_to.edges.len());
        for (next, given) in next.iter_mut().zip(&led_to.given) {
            *next = again * given;
        }
        let mut left = 1.0 - again * led_to.passed_on;
        for ((here, share), run) in now.iter().zip(&led_to.shares).zip(led_to.starts.windows(2)) {
            let share = here * share;
            if share > 0.0 {
                left -= here * follow;
                for (to, weight) in &led_to.edges[run[0] as usize..run[1] as usize] {
                    next[*to as usize] += share * f64::from(*weight);
                }
            }
        }
        let mut moved = (left - again).abs() * led_to.others;
        for ((next, now), node) in next.iter_mut().zip(&now).zip(&led_to.nodes) {
            *next += left * start[*node as usize];
            moved += (*next - now).abs();
        }
        std::mem::swap(&mut now, &mut next);
        again = left;
        if moved < MOVED {
            break;
        }
    }
    let mut all: Vec<f64> = start.iter().map(|start| again * start).collect();
    for (node, rank) in led_to.nodes.iter().zip(now) {
        all[*node as usize] = rank;
    }
    all
}

/// The nodes to which edges lead, and what the others give them.
struct LedTo {
    /// Their numbers, ascending.
    nodes: Vec<u32>,
    /// Where the edges of each begin, and the last ones end.
    starts: Vec<u32>,
    /// Edges among them: places in `nodes`, and weights.
    edges: Vec<(u32, f32)>,
    /// What of each goes along an edge, for each weight of it.
    shares: Vec<f64>,
    /// What the others give each of them, where all of them have what they start with.
    given: Vec<f64>,
    /// What the others start with, and what of that they pass on.
    others: f64,
    passed_on: f64,
}

impl LedTo {
    /// O(nodes + edges).
    fn of(network: &Network, start: &[f64], follow: f64) -> Self {
        const NONE: u32 = u32::MAX;
        let mut places = vec![NONE; start.len()];
        for (to, _) in (0..network.nodes()).flat_map(|node| network.from(node)) {
            places[to as usize] = 0;
        }
        let nodes: Vec<u32> = (0..network.nodes()).filter(|node| places[*node as usize] != NONE).collect();
        for (node, place) in nodes.iter().zip(0..) {
            places[*node as usize] = place;
        }
        let mut led_to = Self {
            starts: Vec::with_capacity(nodes.len() + 1),
            edges: Vec::new(),
            shares: Vec::with_capacity(nodes.len()),
            given: vec![0.0; nodes.len()],
            others: 0.0,
            passed_on: 0.0,
            nodes,
        };
        for node in 0..network.nodes() {
            let sum: f64 = network.from(node).map(|(_, weight)| f64::from(weight)).sum();
            let share = if sum > 0.0 { follow / sum } else { 0.0 };
            if places[node as usize] == NONE {
                let own = start[node as usize];
                led_to.others += own;
                if own * share > 0.0 {
                    led_to.passed_on += own * follow;
                    for (to, weight) in network.from(node) {
                        led_to.given[places[to as usize] as usize] += own * share * f64::from(weight);
                    }
                }
                continue;
            }
            led_to.starts.push(led_to.edges.len() as u32);
            led_to.edges.extend(network.from(node).map(|(to, weight)| (places[to as usize], weight)));
            led_to.shares.push(share);
        }
        led_to.starts.push(led_to.edges.len() as u32);
        led_to
    }
}

/// On how many shortest paths each node lies between two others, weights aside (Brandes 2001: sigma are the counts of
/// paths, delta the dependencies): of the paths that start at `sources`, scaled up to all nodes. O(sources * edges).
/// Once `stop` is set, it is what the sources so far gave.
pub fn betweenness(network: &Network, sources: &[u32], stop: &AtomicBool) -> Vec<f64> {
    let nodes = network.nodes() as usize;
    let mut total = vec![0.0; nodes];
    let mut distance = vec![u32::MAX; nodes];
    let mut sigma = vec![0.0f64; nodes];
    let mut delta = vec![0.0f64; nodes];
    let mut order: Vec<u32> = Vec::new();
    let inside = || sources.iter().filter(|source| (**source as usize) < nodes);
    for source in inside().take_while(|_| !work::is_stopped(stop)) {
        for node in order.drain(..) {
            let node = node as usize;
            (distance[node], sigma[node], delta[node]) = (u32::MAX, 0.0, 0.0);
        }
        (distance[*source as usize], sigma[*source as usize]) = (0, 1.0);
        order.push(*source);
        let mut at = 0;
        while let Some(&node) = order.get(at) {
            at += 1;
            work::add(1 + network.from(node).len());
            let (here, through) = (distance[node as usize], sigma[node as usize]);
            for (to, _) in network.from(node) {
                let to = to as usize;
                if distance[to] == u32::MAX {
                    distance[to] = here + 1;
                    order.push(to as u32);
                }
                if distance[to] == here + 1 {
                    sigma[to] += through;
                }
            }
        }
        // Farthest first: the dependency on a node is shared among those before it on the path.
        for node in order.iter().rev() {
            let here = distance[*node as usize];
            let sum: f64 = network
                .from(*node)
                .filter(|(to, _)| distance[*to as usize] == here + 1)
                .map(|(to, _)| sigma[*node as usize] / sigma[to as usize] * (1.0 + delta[to as usize]))
                .sum();
            delta[*node as usize] = sum;
            if node != source {
                total[*node as usize] += sum;
            }
        }
    }
    let scale = nodes as f64 / inside().count().max(1) as f64;
    total.iter_mut().for_each(|one| *one *= scale);
    total
}

/// [`betweenness`] of every node, from a sample of them where the network is large.
#[derive(Clone, Debug, PartialEq)]
pub struct Betweenness {
    /// On how many shortest paths each node lies, by its number.
    pub scores: Vec<f64>,
    /// How many nodes the paths start at that were looked at; `None` where they start at all.
    pub sample: Option<usize>,
}

impl Betweenness {
    /// Of a network; from `sample` nodes, spread evenly, where there are more than eight times as many that use
    /// another one. The same network has the same sample. O(sources * edges).
    pub fn of(network: &Network, sample: usize, stop: &AtomicBool) -> Self {
        // Paths that start where nothing is used lead nowhere.
        let starts: Vec<u32> = (0..network.nodes()).filter(|node| network.from(*node).len() > 0).collect();
        let sample = (starts.len() > sample * 8).then_some(sample);
        let chosen = match sample {
            Some(count) => (0..count).map(|at| starts[at * starts.len() / count]).collect(),
            None => starts,
        };
        Self { scores: betweenness(network, &chosen, stop), sample }
    }
}

/// A node that uses much and that much uses: a change of what it uses reaches everybody through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hub {
    /// The node.
    pub node: u32,
    /// How many use it.
    pub users: usize,
    /// How many it uses.
    pub uses: usize,
}

/// The nodes with at least so many users and so many that they use, those with the largest product first; `users` are
/// how many use each node, as whoever asks counts them. O(nodes * log nodes).
pub fn hubs(network: &Network, users: &[u32], least: usize) -> Vec<Hub> {
    let hub =
        |(node, users): (u32, &u32)| Hub { node, users: *users as usize, uses: network.from(node).len() };
    let all = (0..).zip(users).map(hub);
    let mut found: Vec<Hub> = all.filter(|one| one.users >= least && one.uses >= least).collect();
    found.sort_by(|a, b| (b.users * b.uses).cmp(&(a.users * a.uses)).then_with(|| a.node.cmp(&b.node)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::work::NEVER;

    #[test]
    fn what_much_leads_to_ranks_high_and_restarts_pull() {
        // 0, 1 and 2 use 3, which uses 4; nobody uses 0.
        let network = Network::new(5, vec![(0, 3, 1.0), (1, 3, 1.0), (2, 3, 1.0), (3, 4, 1.0), (2, 1, 0.2)]);
        let even = rank(&network, &[1.0; 5], 0.85, &NEVER);
        assert!((even.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{even:?}");
        assert!(even[4] > even[3] && even[3] > even[1] && even[1] > even[0], "{even:?}");
        let pulled = rank(&network, &[0.0, 0.0, 1.0, 0.0, 0.0], 0.85, &NEVER);
        assert!(pulled[2] > pulled[0] && pulled[1] > 0.0 && pulled[0] == 0.0, "{pulled:?}");
        assert_eq!(rank(&network, &[0.0; 5], 0.85, &NEVER), [0.0; 5]);
    }

    /// As the definition says it, a round at a time over all nodes.
    fn plainly(network: &Network, restart: &[f64], follow: f64) -> Vec<f64> {
        let weight: f64 = restart.iter().sum();
        let start: Vec<f64> = restart.iter().map(|one| one / weight).collect();
        let mut now = start.clone();
        for _ in 0..ROUNDS {
            let (mut next, mut left) = (vec![0.0; now.len()], 1.0);
            for node in 0..network.nodes() {
                let sum: f64 = network.from(node).map(|(_, weight)| f64::from(weight)).sum();
                for (to, weight) in network.from(node) {
                    let moves = now[node as usize] * follow * f64::from(weight) / sum;
                    next[to as usize] += moves;
                    left -= moves;
                }
            }
            next.iter_mut().zip(&start).for_each(|(next, start)| *next += left * start);
            now = next;
        }
        now
    }

    #[test]
    fn it_is_what_the_definition_says() {
        let edges = (0..200_u32).filter(|one| one % 3 != 0).flat_map(|one| {
            let weight = (one % 7 + 1) as f32;
            [(one, one * 7 % 41, weight), (one, one * one % 67, 0.5)]
        });
        let network = Network::new(200, edges.collect());
        for every in [1, 4] {
            let restart: Vec<f64> =
                (0..200).map(|one| f64::from(u8::from(one % every == 0)) * f64::from(one % 5)).collect();
            let (found, expected) =
                (rank(&network, &restart, 0.85, &NEVER), plainly(&network, &restart, 0.85));
            for (node, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert!((found - expected).abs() < 1e-5, "{node}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_circle_is_even() {
        let network = Network::new(4, (0..4).map(|node| (node, (node + 1) % 4, 2.0)).collect());
        assert!(rank(&network, &[1.0; 4], 0.85, &NEVER).iter().all(|one| (one - 0.25).abs() < 1e-9));
    }

    #[test]
    fn between_are_those_on_the_way() {
        // 0 -> 1 -> 2 -> 3 and 0 -> 4 -> 2: between 0 and 2 are two ways.
        let network = Network::new(5, vec![(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (0, 4, 1.0), (4, 2, 1.0)]);
        let all: Vec<u32> = (0..5).collect();
        // 1 lies on half of the ways 0-2 and 0-3; 2 on those of 0, 1 and 4 to 3.
        assert_eq!(betweenness(&network, &all, &NEVER), [0.0, 1.0, 3.0, 0.0, 1.0]);
        assert_eq!(betweenness(&network, &[0], &NEVER), [0.0, 5.0, 5.0, 0.0, 5.0]);
        assert_eq!(betweenness(&Network::default(), &[3], &NEVER), [0.0; 0]);
    }

    #[test]
    fn a_large_network_is_sampled_evenly_and_hubs_need_both_sides() {
        let ring =
            |nodes: u32| Network::new(nodes, (0..nodes).map(|one| (one, (one + 1) % nodes, 1.0)).collect());
        let (few, many) = (Betweenness::of(&ring(16), 2, &NEVER), Betweenness::of(&ring(18), 2, &NEVER));
        assert_eq!((few.sample, many.sample), (None, Some(2)));
        assert_eq!(many.scores, betweenness(&ring(18), &[0, 9], &NEVER));
        // 0 uses 1 and 2, 3 uses 1, 2 and 4; users are counted elsewhere.
        let edges = vec![(0, 1, 1.0), (0, 2, 1.0), (3, 1, 1.0), (3, 2, 1.0), (3, 4, 1.0)];
        let found = hubs(&Network::new(5, edges), &[2, 9, 9, 2, 0], 2);
        assert_eq!(found, [Hub { node: 3, users: 2, uses: 3 }, Hub { node: 0, users: 2, uses: 2 }]);
    }

    #[test]
    fn an_analysis_that_nobody_waits_for_ends() {
        use crate::{communities, feedback};
        use indexer_core::work::{Counted, count};
        // Each node uses those that are one, 37 and 101 after it, around: one cycle that no edge breaks alone.
        let nodes = 4_000;
        let edges = (0..nodes).flat_map(|one| [1, 37, 101].map(|by| (one, (one + by) % nodes, 1.0)));
        let network = Network::new(nodes, edges.collect());
        let all: Vec<u32> = (0..nodes).collect();
        let sources: Vec<u32> = (0..100).collect();
        let restart: Vec<f64> = all.iter().map(|node| f64::from(node % 7)).collect();
        let run = |which: usize, stop: bool| -> Counted {
            let stop = AtomicBool::new(stop);
            let work = || match which {
                0 => drop(rank(&network, &restart, 0.85, &stop)),
                1 => drop(betweenness(&network, &sources, &stop)),
                2 => drop(communities(&network, 1.0, &stop)),
                _ => drop(feedback(&network, &all, &stop)),
            };
            count(work).1
        };
        for which in 0..4 {
            let (whole, stopped) = (run(which, false), run(which, true));
            assert!(whole.steps > 50_000 && whole.unlooked < 50_000, "{which}: {whole:?}");
            assert!(stopped.steps * 2 < whole.steps && stopped.unlooked < 50_000, "{which}: {stopped:?}");
        }
    }
}
