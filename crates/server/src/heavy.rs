//! Work that takes long: going through whole games, reading what comes from outside. It is done beside the
//! threads that answer requests, few pieces at a time, and what could not be done soon is not begun.

use crate::problem::Problem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tokio::sync::Semaphore;

pub struct Heavy {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// Somebody who waits, or gives up waiting.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Heavy {
    pub fn new(at_once: usize, most_waiting: usize) -> Heavy {
        Heavy { turns: Arc::new(Semaphore::new(at_once)), waiting: AtomicUsize::new(0), most_waiting }
    }

    /// Does a piece of work when its turn comes. It goes on to its end, and keeps its turn so long, even if
    /// nobody waits for it any more.
    pub async fn run<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, Problem> {
        let before = self.waiting.fetch_add(1, Relaxed);
        let waiting = Waiting(&self.waiting);
        if before >= self.most_waiting {
            return Err(Problem::busy());
        }
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| Problem::shutting_down())?;
        drop(waiting);
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        done.await.map_err(|_| Problem::internal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    /// One piece is done, one waits, the next is refused; afterwards there is room again.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_could_not_be_done_soon_is_refused() {
        let heavy = Arc::new(Heavy::new(1, 1));
        let (release, held) = channel::<()>();
        let (begun, begins) = channel();
        let own = Arc::clone(&heavy);
        let first = tokio::spawn(async move {
            let work = move || {
                begun.send(()).expect("somebody waits for it");
                held.recv().is_err()
            };
            own.run(work).await.expect("it is done")
        });
        tokio::task::spawn_blocking(move || begins.recv()).await.expect("a thread").expect("it has begun");
        let own = Arc::clone(&heavy);
        let second = tokio::spawn(async move { own.run(|| 2).await.expect("it is done") });
        while heavy.waiting.load(Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        let refused = heavy.run(|| 3).await.expect_err("there is no room");
        assert_eq!((refused.status.as_u16(), refused.code), (503, "unavailable"));
        drop(release);
        assert!(first.await.expect("it ends"));
        assert_eq!(second.await.expect("it ends"), 2);
        assert_eq!(heavy.run(|| 4).await.expect("there is room again"), 4);
    }
}
