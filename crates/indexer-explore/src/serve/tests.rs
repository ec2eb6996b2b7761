use super::*;
use std::sync::mpsc::channel;
use tokio::task::JoinSet;

#[test]
fn what_is_encoded_is_read_back() {
    assert_eq!(decoded("a%2Fb%23C.d+e").as_deref(), Some("a/b#C.d e"));
    assert_eq!(decoded("%C3%A9").as_deref(), Some("é"));
    for broken in ["%", "%2", "%zz", "%ff"] {
        assert_eq!(decoded(broken), None, "{broken}");
    }
}

fn app() -> Arc<App> {
    let workspace = Workspace::in_memory([("a.py".to_owned(), b"def f():\n    pass\n".to_vec())]);
    let wanted = Wanted { live: true, ..Wanted::default() };
    let served = Served { workspace, settings: Settings::default(), wanted, cancel: Arc::default() };
    Arc::new(App::new(served, Guard::new(Ipv4Addr::LOCALHOST.into(), None)))
}

fn running(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build();
    runtime.unwrap().block_on(test);
}

#[test]
fn who_goes_away_keeps_a_turn_until_the_answer_is_made() {
    running(async {
        let app = app();
        let (begun, begins) = channel();
        let (end, ends) = channel::<()>();
        let (ends, asking) = (Mutex::new(ends), Arc::clone(&app));
        let asked = tokio::spawn(async move {
            let answer = move |_: &App, _: &Context<'_>| {
                begun.send(()).unwrap();
                let _ = ends.lock().unwrap().recv();
                Ok(())
            };
            asking.asked(answer).await
        });
        tokio::task::spawn_blocking(move || begins.recv().unwrap()).await.unwrap();
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        assert_eq!(app.turns.available_permits(), AT_ONCE - 1);
        drop(end);
        let _all = Arc::clone(&app.turns).acquire_many_owned(AT_ONCE as u32).await.unwrap();
    });
}

#[test]
fn a_page_that_many_wait_for_is_made_once() {
    running(async {
        let app = app();
        let mut waiting = JoinSet::new();
        for _ in 0..8 {
            let app = Arc::clone(&app);
            waiting.spawn(async move { app.asked_page().await.unwrap() });
        }
        let pages = waiting.join_all().await;
        assert!(pages.iter().all(|page| Arc::ptr_eq(page, &pages[0])));
    });
}
