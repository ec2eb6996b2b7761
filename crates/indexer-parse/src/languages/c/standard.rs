//! Names of the standard library of C and of POSIX: where nothing in the repository explains one of
//! them and a header of the system is included, it is theirs.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

const NAMES: &str = "
    AF_INET AF_INET6 AF_LOCAL AF_UNIX AF_UNSPEC AI_PASSIVE ATOMIC_VAR_INIT BUFSIZ CHAR_BIT CHAR_MAX CHAR_MIN
    CLOCK_MONOTONIC CLOCK_REALTIME CPU_SET CPU_ZERO DBL_DIG DBL_EPSILON DBL_MAX DBL_MIN DIR EACCES
    EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBUSY ECHILD ECONNABORTED ECONNREFUSED
    ECONNRESET EDEADLK EDOM EEXIST EFAULT EFBIG EHOSTUNREACH EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR
    ELOOP EMFILE EMSGSIZE ENAMETOOLONG ENETUNREACH ENFILE ENOBUFS ENODEV ENOENT ENOEXEC ENOMEM ENOSPC ENOSYS
    ENOTCONN ENOTDIR ENOTEMPTY ENOTSOCK ENOTSUP ENOTTY ENXIO EOF EOPNOTSUPP EOVERFLOW EPERM EPIPE EPOLLERR
    EPOLLET EPOLLHUP EPOLLIN EPOLLOUT EPOLL_CTL_ADD EPOLL_CTL_DEL EPOLL_CTL_MOD EPROTO ERANGE EROFS ESPIPE
    ESRCH ETIMEDOUT EWOULDBLOCK EXDEV EXIT_FAILURE EXIT_SUCCESS FD_CLOEXEC FD_CLR FD_ISSET FD_SET FD_ZERO
    FILE FLT_EPSILON FLT_MAX FLT_MIN F_DUPFD F_GETFD F_GETFL F_OK F_SETFD F_SETFL HUGE_VAL INADDR_ANY
    INET6_ADDRSTRLEN INET_ADDRSTRLEN INFINITY INT16_MAX INT16_MIN INT32_MAX INT32_MIN INT64_MAX INT64_MIN
    INT8_MAX INT8_MIN INTPTR_MAX INT_MAX INT_MIN IPPROTO_IP IPPROTO_IPV6 IPPROTO_TCP IPPROTO_UDP LC_ALL
    LC_COLLATE LC_CTYPE LC_NUMERIC LDBL_MAX LLONG_MAX LLONG_MIN LOCK_EX LOCK_NB LOCK_SH LOCK_UN LOG_DEBUG
    LOG_ERR LOG_INFO LOG_NOTICE LOG_PID LOG_WARNING LONG_MAX LONG_MIN MADV_DONTNEED MAP_ANON MAP_ANONYMOUS
    MAP_FAILED MAP_FIXED MAP_PRIVATE MAP_SHARED MSG_DONTWAIT MSG_NOSIGNAL MSG_PEEK M_E M_PI NAN
    NI_NUMERICHOST NULL O_APPEND O_CLOEXEC O_CREAT O_DIRECTORY O_EXCL O_NONBLOCK O_RDONLY O_RDWR O_SYNC
    O_TRUNC O_WRONLY PATH_MAX PF_INET POLLERR POLLHUP POLLIN POLLOUT PRIX64 PRId32 PRId64 PRIi32 PRIi64
    PRIu32 PRIu64 PRIuPTR PRIx32 PRIx64 PRIxPTR PROT_EXEC PROT_NONE PROT_READ PROT_WRITE
    PTHREAD_COND_INITIALIZER PTHREAD_CREATE_DETACHED PTHREAD_MUTEX_INITIALIZER PTHREAD_ONCE_INIT RAND_MAX
    RLIMIT_NOFILE RLIMIT_STACK RLIM_INFINITY RTLD_GLOBAL RTLD_LAZY RTLD_LOCAL RTLD_NOW R_OK SA_NODEFER
    SA_ONSTACK SA_RESETHAND SA_RESTART SA_SIGINFO SCNd64 SCNu64 SEEK_CUR SEEK_END SEEK_SET SHRT_MAX SHRT_MIN
    SHUT_RD SHUT_RDWR SHUT_WR SIGABRT SIGALRM SIGBUS SIGCHLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGKILL
    SIGPIPE SIGQUIT SIGSEGV SIGSTOP SIGTERM SIGTRAP SIGTSTP SIGUSR1 SIGUSR2 SIG_BLOCK SIG_DFL SIG_ERR
    SIG_IGN SIG_SETMASK SIG_UNBLOCK SIZE_MAX SOCK_DGRAM SOCK_STREAM SOL_SOCKET SOMAXCONN SO_BROADCAST
    SO_ERROR SO_KEEPALIVE SO_RCVBUF SO_RCVTIMEO SO_REUSEADDR SO_SNDBUF SO_SNDTIMEO SSIZE_MAX STDERR_FILENO
    STDIN_FILENO STDOUT_FILENO S_IFDIR S_IFLNK S_IFMT S_IFREG S_IRGRP S_IROTH S_IRUSR S_IRWXG S_IRWXO
    S_IRWXU S_ISDIR S_ISLNK S_ISREG S_IWGRP S_IWOTH S_IWUSR S_IXGRP S_IXOTH S_IXUSR TCP_NODELAY UCHAR_MAX
    UINT16_MAX UINT32_MAX UINT64_MAX UINT8_MAX UINTPTR_MAX UINT_MAX ULLONG_MAX ULONG_MAX USHRT_MAX
    WEXITSTATUS WIFEXITED WIFSIGNALED WNOHANG WTERMSIG W_OK X_OK _Exit _IOFBF _IOLBF _IONBF
    _SC_NPROCESSORS_ONLN _SC_PAGESIZE _exit abort abs accept access acos acosh alarm alloca asctime asin
    asinh asprintf assert atan atan2 atan2f atanh atexit atof atoi atol atoll atomic_bool
    atomic_compare_exchange_strong atomic_fetch_add atomic_fetch_sub atomic_flag atomic_init atomic_int
    atomic_load atomic_store backtrace backtrace_symbols basename bind blkcnt_t blksize_t bool bsearch bzero
    calloc cbrt ceil ceilf cfmakeraw chdir chmod chown clearenv clearerr clock clock_gettime clock_t
    clockid_t close closedir closelog connect copysign cos cosf cosh cpu_set_t creat ctime ctime_r daddr_t
    dev_t difftime dirfd dirname div div_t dlclose dlerror dlopen dlsym double_t dprintf dup dup2 endgrent
    endpwent environ epoll_create epoll_create1 epoll_ctl epoll_wait erf erfc errno eventfd execl execle
    execlp execv execve execvp exit exp exp2 expf explicit_bzero expm1 fabs fabsf fallocate false fchdir
    fchmod fchown fclose fcntl fd_set fdatasync fdopen fenv_t feof ferror fexcept_t fflush ffs fgetc fgetpos
    fgets fileno flock floor floorf fma fmax fmin fmod fmodf fnmatch fopen fork fpos_t fprintf fputc fputs
    fread free freeaddrinfo freelocale freopen frexp fsblkcnt_t fscanf fseek fseeko fsetpos fsfilcnt_t fstat
    fsync ftell ftello ftruncate fwrite gai_strerror getaddrinfo getauxval getc getchar getcwd getdelim
    getegid getentropy getenv geteuid getgid gethostbyname gethostname getline getnameinfo getopt
    getopt_long getpagesize getpeername getpgid getpid getppid getpriority getpwnam getpwuid getrandom
    getrlimit getrusage getsockname getsockopt gettid gettimeofday getuid gid_t gmtime gmtime_r htonl htonll
    htons hypot id_t idtype_t imaxdiv_t in6addr_any in6addr_loopback in_addr_t in_port_t inet_addr inet_aton
    inet_ntoa inet_ntop inet_pton initgroups ino_t inotify_add_watch inotify_init int16_t int32_t int64_t
    int8_t int_fast16_t int_fast32_t int_fast8_t int_least16_t int_least32_t intmax_t intptr_t ioctl isalnum
    isalpha isascii isatty isblank iscntrl isdigit isfinite isgraph isinf islower isnan isnormal isprint
    ispunct isspace isupper isxdigit jmp_buf jrand48 key_t kill labs ldexp ldiv ldiv_t lgamma link listen
    llabs lldiv_t llround locale_t localeconv localtime localtime_r log log10 log1p log2 log2f logf longjmp
    lrand48 lround lseek lstat madvise malloc malloc_usable_size mblen mbrtowc mbstate_t mbstowcs mbtowc
    memalign memchr memcmp memcpy memmem memmove memory_order_acquire memory_order_relaxed
    memory_order_release memory_order_seq_cst mempcpy memrchr memset mincore mkdir mkfifo mkostemp mkstemp
    mktime mlock mmap mode_t modf mprotect mremap msync munmap nan nanosleep nearbyint newlocale nextafter
    nfds_t nftw nice nlink_t ntohl ntohll ntohs off64_t off_t offsetof open openat opendir openlog optarg
    opterr optind optopt pathconf pause pclose perror pid_t pipe pipe2 poll popen posix_memalign pow powf
    prctl pread printf pselect pthread_attr_destroy pthread_attr_getstacksize pthread_attr_init
    pthread_attr_setdetachstate pthread_attr_setstacksize pthread_attr_t pthread_cancel
    pthread_cond_broadcast pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_t
    pthread_cond_timedwait pthread_cond_wait pthread_create pthread_detach pthread_equal pthread_exit
    pthread_getspecific pthread_join pthread_key_create pthread_key_t pthread_kill pthread_mutex_destroy
    pthread_mutex_init pthread_mutex_lock pthread_mutex_t pthread_mutex_trylock pthread_mutex_unlock
    pthread_mutexattr_t pthread_once pthread_once_t pthread_rwlock_rdlock pthread_rwlock_t
    pthread_rwlock_unlock pthread_rwlock_wrlock pthread_self pthread_setcancelstate pthread_setcanceltype
    pthread_setname_np pthread_setspecific pthread_sigmask pthread_t ptrdiff_t putc putchar putenv puts
    pwrite qsort raise rand random read readdir readlink readv realloc reallocarray realpath recv recvfrom
    recvmsg regcomp regex_t regexec regfree remainder remove rename rewind rewinddir rint rlim_t rmdir round
    roundf sa_family_t scanf sched_setaffinity sched_yield select sem_destroy sem_init sem_post sem_t
    sem_wait send sendfile sendmsg sendto setbuf setenv setgid setgroups setitimer setjmp setlinebuf
    setlocale setpgid setpriority setrlimit setsid setsockopt settimeofday setuid setvbuf shutdown
    sig_atomic_t sigaction sigaddset sigdelset sigemptyset sigfillset siginfo_t sigismember sigjmp_buf
    siglongjmp signal signbit sigprocmask sigset_t sigsetjmp sigsuspend sigwait sin sinf sinh size_t sleep
    snprintf socket socketpair socklen_t speed_t sprintf sqrt sqrtf srand srandom sscanf ssize_t stat
    static_assert stderr stdin stdout stpcpy stpncpy strcasecmp strcasestr strcat strchr strchrnul strcmp
    strcoll strcpy strcspn strdup strerror strerror_r strftime strlcat strlcpy strlen strncasecmp strncat
    strncmp strncpy strndup strnlen strpbrk strptime strrchr strsep strsignal strspn strstr strtod strtof
    strtoimax strtok strtok_r strtol strtold strtoll strtoul strtoull strtoumax strxfrm suseconds_t symlink
    sync syscall sysconf sysinfo syslog system tan tanf tanh tcflag_t tcflush tcgetattr tcgetpgrp tcsetattr
    tcsetpgrp tgamma time time_t timegm timer_t times tmpfile tmpnam toascii tolower toupper true trunc
    truncate ttyname tzset u_char u_int u_int16_t u_int32_t u_int64_t u_int8_t u_long u_short uid_t uint
    uint16_t uint32_t uint64_t uint8_t uint_fast16_t uint_fast32_t uint_fast8_t uint_least16_t
    uint_least32_t uintmax_t uintptr_t ulong umask uname ungetc unlink unlinkat unsetenv useconds_t
    uselocale ushort usleep utime utimes va_arg va_copy va_end va_list va_start vasprintf vfork vfprintf
    vprintf vsnprintf vsprintf vsscanf wait waitpid wchar_t wcscmp wcscpy wcslen wcsncpy wcstombs wctomb
    wctype_t wint_t wprintf write writev
";

/// The package of a name of the standard library.
pub(in crate::languages) fn package(name: &str) -> Option<&'static str> {
    static ALL: LazyLock<FxHashSet<&str>> = LazyLock::new(|| NAMES.split_whitespace().collect());
    ALL.contains(name).then_some("libc")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_each_once() {
        let names: Vec<&str> = NAMES.split_whitespace().collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(package("printf"), Some("libc"));
        assert_eq!(package("sdsnew"), None);
    }
}
