//! The hall where jobs wait for their turn, are stopped, and take their share of memory.

use crate::turns::{Entered, JobId, Turns};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};

/// How many jobs may wait.
const MOST_WAITING: usize = 20;

/// The least memory that a job may take, however little is left.
const LEAST_BYTES: u64 = 64 << 20;

/// All jobs of the server.
pub(crate) struct Hall {
    inside: Mutex<Inside>,
    /// Woken whenever a job leaves.
    left: Notify,
}

struct Inside {
    turns: Turns,
    next: JobId,
    jobs: HashMap<JobId, Job>,
    /// What all jobs together may take, if that is known.
    memory_bytes: Option<u64>,
    is_closed: bool,
}

struct Job {
    /// Told when the turn has come; gone when it was told.
    turn: Option<oneshot::Sender<()>>,
    stop: Arc<Notify>,
    /// The memory that it was given.
    bytes: u64,
}

/// A job's place. Whoever drops it leaves.
pub(crate) struct Place {
    hall: Arc<Hall>,
    pub(crate) id: JobId,
    /// How many jobs waited when this one came and had to wait.
    pub(crate) ahead: Option<usize>,
    /// Comes when the job may begin.
    pub(crate) turn: oneshot::Receiver<()>,
    /// Woken when the job is to stop.
    pub(crate) stop: Arc<Notify>,
}

/// Why a job was not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoPlace {
    Full,
    Closed,
}

impl Hall {
    pub(crate) fn new(most_running: usize, memory_bytes: Option<u64>) -> Self {
        let turns = Turns::new(most_running, MOST_WAITING);
        let inside =
            Inside { turns, next: 1, jobs: HashMap::new(), memory_bytes, is_closed: false };
        Self { inside: Mutex::new(inside), left: Notify::new() }
    }

    /// A job of a page comes; one without a page comes alone.
    pub(crate) fn enter(self: &Arc<Self>, page: Option<&str>) -> Result<Place, NoPlace> {
        let mut inside = self.inside();
        if inside.is_closed {
            return Err(NoPlace::Closed);
        }
        let id = inside.next;
        // A page does not choose a name with a blank: nobody else's job is of that page.
        let page = page.map_or_else(|| format!("job {id}"), str::to_owned);
        let entered = inside.turns.enter(id, &page);
        let (sender, turn) = oneshot::channel();
        let (ahead, sender) = match entered {
            Entered::Refused => return Err(NoPlace::Full),
            Entered::Waits(ahead) => (Some(ahead), Some(sender)),
            Entered::Runs => {
                // The receiver is in our hands.
                let _ = sender.send(());
                (None, None)
            }
        };
        inside.next += 1;
        let stop = Arc::new(Notify::new());
        inside.jobs.insert(id, Job { turn: sender, stop: Arc::clone(&stop), bytes: 0 });
        drop(inside);
        Ok(Place { hall: Arc::clone(self), id, ahead, turn, stop })
    }

    /// Asks a job to stop. Says whether there is such a job.
    pub(crate) fn stop(&self, id: JobId) -> bool {
        let inside = self.inside();
        let job = inside.jobs.get(&id);
        job.is_some_and(|job| {
            job.stop.notify_one();
            true
        })
    }

    /// Asks all jobs to stop, and lets nobody in any more. Comes when they have left.
    pub(crate) async fn close(&self) {
        {
            let mut inside = self.inside();
            inside.is_closed = true;
            inside.jobs.values().for_each(|job| job.stop.notify_one());
        }
        loop {
            let left = self.left.notified();
            if self.inside().turns.is_empty() {
                return;
            }
            left.await;
        }
    }

    /// How much memory a job would get that begins now, if that is known.
    pub(crate) fn memory_bytes(&self) -> Option<u64> {
        self.inside().share()
    }

    fn leave(&self, id: JobId) {
        let mut inside = self.inside();
        inside.jobs.remove(&id);
        let begins = inside.turns.leave(id);
        let turn = begins.and_then(|begins| inside.jobs.get_mut(&begins)?.turn.take());
        drop(inside);
        if let Some(turn) = turn {
            // Whoever does not wait any more leaves as well.
            let _ = turn.send(());
        }
        self.left.notify_one();
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    /// Half of what is left: so the next one gets something, too.
    fn share(&self) -> Option<u64> {
        let given: u64 = self.jobs.values().map(|job| job.bytes).sum();
        Some((self.memory_bytes?.saturating_sub(given) / 2).max(LEAST_BYTES))
    }
}

impl Place {
    /// Takes memory: as much as is wanted, or less if there is less. Nothing is known of memory on
    /// some systems; then nothing limits it but the wish.
    pub(crate) fn take_memory(&self, wanted: Option<u64>) -> Option<u64> {
        let mut inside = self.hall.inside();
        let bytes = match (inside.share(), wanted) {
            (Some(share), Some(wanted)) => Some(share.min(wanted)),
            (share, wanted) => share.or(wanted),
        };
        if let Some(job) = inside.jobs.get_mut(&self.id) {
            job.bytes = bytes.unwrap_or(0);
        }
        bytes
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.hall.leave(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_turn(place: &mut Place) -> bool {
        place.turn.try_recv().is_ok()
    }

    #[test]
    fn who_leaves_lets_the_next_one_begin() {
        let hall = Arc::new(Hall::new(1, None));
        let mut one = hall.enter(None).expect("a place");
        let mut two = hall.enter(None).expect("a place");
        let mut three = hall.enter(None).expect("a place");
        assert_eq!((one.ahead, two.ahead, three.ahead), (None, Some(0), Some(1)));
        assert!(has_turn(&mut one) && !has_turn(&mut two));
        drop(two);
        assert!(!has_turn(&mut three));
        drop(one);
        assert!(has_turn(&mut three));
        assert!(hall.stop(three.id) && !hall.stop(1));
        drop(three);
        assert!(!hall.stop(3) && hall.inside().jobs.is_empty());
    }

    #[test]
    fn the_hall_holds_so_many_and_no_more() {
        let hall = Arc::new(Hall::new(2, None));
        let places: Vec<Place> = (0..22).map(|_| hall.enter(None).expect("a place")).collect();
        assert_eq!(hall.enter(None).err(), Some(NoPlace::Full));
        drop(places);
        assert!(hall.inside().turns.is_empty());
        assert!(hall.enter(Some("a")).is_ok());
    }

    #[test]
    fn memory_is_shared_so_that_something_is_left() {
        let gigabyte = 1 << 30;
        let hall = Arc::new(Hall::new(3, Some(8 * gigabyte)));
        assert_eq!(hall.memory_bytes(), Some(4 * gigabyte));
        let [one, two, three] = [(); 3].map(|()| hall.enter(None).expect("a place"));
        assert_eq!(one.take_memory(None), Some(4 * gigabyte));
        assert_eq!(two.take_memory(Some(gigabyte)), Some(gigabyte));
        assert_eq!(three.take_memory(Some(9 * gigabyte)), Some(3 * gigabyte / 2));
        drop(one);
        assert_eq!(hall.memory_bytes(), Some(11 * gigabyte / 4));
        let unknown = Arc::new(Hall::new(1, None));
        assert_eq!(unknown.enter(None).expect("a place").take_memory(Some(7)), Some(7));
    }
}
