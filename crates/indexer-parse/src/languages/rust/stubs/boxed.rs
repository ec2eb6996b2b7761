//! Owners, cells and guards that dereference to what they hold.

pub struct Box<T>(T);
impl<T> Box<T> {
    pub fn new(value: T) -> Box<T>;
    fn deref(&self) -> T;
    fn clone(&self) -> Box<T>;
    fn as_ref(&self) -> T;
    fn as_mut(&mut self) -> T;
    pub fn leak(this: Box<T>) -> T;
    pub fn pin(value: T) -> Pin<T>;
}

pub struct Pin<T>(T);
impl<T> Pin<T> {
    pub fn new(value: T) -> Pin<T>;
    fn deref(&self) -> T;
    fn as_mut(&mut self) -> Pin<T>;
    fn as_ref(&self) -> Pin<T>;
    fn get_mut(self) -> T;
}

pub struct Rc<T>(T);
impl<T> Rc<T> {
    pub fn new(value: T) -> Rc<T>;
    pub fn clone(this: &Rc<T>) -> Rc<T>;
    pub fn downgrade(this: &Rc<T>) -> Weak<T>;
    pub fn get_mut(this: &mut Rc<T>) -> Option<T>;
    pub fn make_mut(this: &mut Rc<T>) -> T;
    pub fn try_unwrap(this: Rc<T>) -> Result<T, Rc<T>>;
    pub fn into_inner(this: Rc<T>) -> Option<T>;
    pub fn unwrap_or_clone(this: Rc<T>) -> T;
    fn as_ref(&self) -> T;
    fn deref(&self) -> T;
}

pub struct Arc<T>(T);
impl<T> Arc<T> {
    pub fn new(value: T) -> Arc<T>;
    pub fn clone(this: &Arc<T>) -> Arc<T>;
    pub fn downgrade(this: &Arc<T>) -> Weak<T>;
    pub fn get_mut(this: &mut Arc<T>) -> Option<T>;
    pub fn make_mut(this: &mut Arc<T>) -> T;
    pub fn try_unwrap(this: Arc<T>) -> Result<T, Arc<T>>;
    pub fn into_inner(this: Arc<T>) -> Option<T>;
    pub fn unwrap_or_clone(this: Arc<T>) -> T;
    fn as_ref(&self) -> T;
    fn deref(&self) -> T;
}

pub struct Weak<T>(T);
impl<T> Weak<T> {
    fn upgrade(&self) -> Option<Arc<T>>;
    fn clone(&self) -> Weak<T>;
}

pub struct Cell<T>(T);
impl<T> Cell<T> {
    pub fn new(value: T) -> Cell<T>;
    fn get(&self) -> T;
    fn set(&self, value: T);
    fn take(&self) -> T;
    fn replace(&self, value: T) -> T;
    fn into_inner(self) -> T;
    fn get_mut(&mut self) -> T;
}

pub struct RefCell<T>(T);
impl<T> RefCell<T> {
    pub fn new(value: T) -> RefCell<T>;
    fn borrow(&self) -> Ref<T>;
    fn borrow_mut(&self) -> RefMut<T>;
    fn get_mut(&mut self) -> T;
    fn into_inner(self) -> T;
    fn replace(&self, value: T) -> T;
    fn take(&self) -> T;
}
pub struct Ref<T>(T);
impl<T> Ref<T> { fn deref(&self) -> T; }
pub struct RefMut<T>(T);
impl<T> RefMut<T> { fn deref(&self) -> T; }

pub struct Mutex<T>(T);
impl<T> Mutex<T> {
    pub fn new(value: T) -> Mutex<T>;
    fn lock(&self) -> Result<MutexGuard<T>, PoisonError>;
    fn try_lock(&self) -> Result<MutexGuard<T>, PoisonError>;
    fn get_mut(&mut self) -> Result<T, PoisonError>;
    fn into_inner(self) -> Result<T, PoisonError>;
}
pub struct MutexGuard<T>(T);
impl<T> MutexGuard<T> { fn deref(&self) -> T; }
pub struct PoisonError;

pub struct RwLock<T>(T);
impl<T> RwLock<T> {
    pub fn new(value: T) -> RwLock<T>;
    fn read(&self) -> Result<MutexGuard<T>, PoisonError>;
    fn write(&self) -> Result<MutexGuard<T>, PoisonError>;
    fn into_inner(self) -> Result<T, PoisonError>;
}

pub struct OnceLock<T>(T);
impl<T> OnceLock<T> {
    pub fn new() -> OnceLock<T>;
    fn get(&self) -> Option<T>;
    fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> T;
    fn set(&self, value: T) -> Result<(), T>;
    fn get_mut(&mut self) -> Option<T>;
    fn take(&mut self) -> Option<T>;
    fn into_inner(self) -> Option<T>;
}
pub struct OnceCell<T>(T);
impl<T> OnceCell<T> {
    pub fn new() -> OnceCell<T>;
    fn get(&self) -> Option<T>;
    fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> T;
    fn set(&self, value: T) -> Result<(), T>;
    fn get_mut(&mut self) -> Option<T>;
    fn take(&mut self) -> Option<T>;
    fn into_inner(self) -> Option<T>;
}
pub struct LazyLock<T>(T);
impl<T> LazyLock<T> {
    pub fn new<F: FnOnce() -> T>(f: F) -> LazyLock<T>;
    fn deref(&self) -> T;
}

pub enum Cow<T> { Borrowed(T), Owned(T) }
impl<T> Cow<T> {
    fn deref(&self) -> T;
    fn into_owned(self) -> T;
    fn to_mut(&mut self) -> T;
}

pub struct LocalKey<T>(T);
impl<T> LocalKey<T> {
    fn with<R, F: FnOnce(T) -> R>(&self, f: F) -> R;
}

pub struct ManuallyDrop<T>(T);
impl<T> ManuallyDrop<T> {
    pub fn new(value: T) -> ManuallyDrop<T>;
    pub fn into_inner(slot: ManuallyDrop<T>) -> T;
    fn deref(&self) -> T;
}

pub fn take<T>(place: &mut T) -> T;
pub fn replace<T>(place: &mut T, value: T) -> T;

pub struct Sender<T>(T);
impl<T> Sender<T> {
    fn send(&self, value: T) -> Result<(), SendError<T>>;
    fn clone(&self) -> Sender<T>;
}
pub struct SendError<T>(T);
pub struct Receiver<T>(T);
impl<T> Receiver<T> {
    fn recv(&self) -> Result<T, RecvError>;
    fn try_recv(&self) -> Result<T, RecvError>;
    fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvError>;
    fn iter(&self) -> Iter<T>;
    fn try_iter(&self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
}
pub struct RecvError;
pub fn channel<T>() -> (Sender<T>, Receiver<T>);
pub fn sync_channel<T>(bound: usize) -> (Sender<T>, Receiver<T>);

pub struct JoinHandle<T>(T);
impl<T> JoinHandle<T> {
    fn join(self) -> Result<T, JoinError>;
    fn is_finished(&self) -> bool;
}
pub struct JoinError;
pub fn spawn<T, F: FnOnce() -> T>(f: F) -> JoinHandle<T>;
