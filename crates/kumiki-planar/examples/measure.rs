use kumiki_model::Graph;
use kumiki_planar::{Count, Plan, Sought};
use kumiki_search::Fuel;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (r, c): (usize, usize) = (args[2].parse().unwrap(), args[3].parse().unwrap());
    let graph = Graph::grid(r, c).unwrap();
    let ends = [0, r * c - 1];
    let sought = match args[1].as_str() {
        "c" => Sought::Cycles,
        "hc" => Sought::HamiltonianCycles,
        "p" => Sought::Paths { ends },
        "hp" => Sought::HamiltonianPaths { ends },
        _ => panic!(),
    };
    let plan = Plan::new(&graph, sought).unwrap();
    println!("{:?}", plan.forecast());
    let mut count = Count::new(&plan);
    let start = std::time::Instant::now();
    println!("{} {} MB {:?}", count.advance(&mut Fuel::unlimited()).unwrap(), count.peak_bytes() >> 20, start.elapsed());
}
