//! Strings, paths and what they give.

pub struct str;
impl str {
    fn len(&self) -> usize;
    fn as_str(&self) -> str;
    fn to_owned(&self) -> String;
    fn to_string(&self) -> String;
    fn to_lowercase(&self) -> String;
    fn to_uppercase(&self) -> String;
    fn to_ascii_lowercase(&self) -> String;
    fn to_ascii_uppercase(&self) -> String;
    fn trim(&self) -> str;
    fn trim_start(&self) -> str;
    fn trim_end(&self) -> str;
    fn trim_matches(&self, pattern: char) -> str;
    fn trim_start_matches(&self, pattern: char) -> str;
    fn trim_end_matches(&self, pattern: char) -> str;
    fn strip_prefix(&self, prefix: &str) -> Option<str>;
    fn strip_suffix(&self, suffix: &str) -> Option<str>;
    fn split(&self, pattern: char) -> Iter<str>;
    fn rsplit(&self, pattern: char) -> Iter<str>;
    fn splitn(&self, n: usize, pattern: char) -> Iter<str>;
    fn split_whitespace(&self) -> Iter<str>;
    fn split_once(&self, pattern: char) -> Option<(str, str)>;
    fn rsplit_once(&self, pattern: char) -> Option<(str, str)>;
    fn lines(&self) -> Iter<str>;
    fn chars(&self) -> Iter<char>;
    fn char_indices(&self) -> Iter<(usize, char)>;
    fn bytes(&self) -> Iter<u8>;
    fn as_bytes(&self) -> slice<u8>;
    fn replace(&self, from: &str, to: &str) -> String;
    fn repeat(&self, n: usize) -> String;
    fn find(&self, pattern: &str) -> Option<usize>;
    fn rfind(&self, pattern: &str) -> Option<usize>;
    fn parse<F>(&self) -> Result<F, ParseError>;
    fn get(&self, range: Range) -> Option<str>;
    fn index(&self, range: Range) -> str;
}

pub struct char;
impl char {
    fn to_string(&self) -> String;
    fn to_digit(self, radix: u32) -> Option<u32>;
}

pub struct String;
impl String {
    pub fn new() -> String;
    pub fn with_capacity(capacity: usize) -> String;
    pub fn from(text: &str) -> String;
    pub fn from_utf8(bytes: Vec<u8>) -> Result<String, Utf8Error>;
    pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<str>;
    fn deref(&self) -> str;
    fn clone(&self) -> String;
    fn as_str(&self) -> str;
    fn into_bytes(self) -> Vec<u8>;
    fn into_boxed_str(self) -> str;
    fn push(&mut self, c: char);
    fn push_str(&mut self, text: &str);
}

pub struct Path;
impl Path {
    pub fn new(text: &str) -> Path;
    fn to_path_buf(&self) -> PathBuf;
    fn to_owned(&self) -> PathBuf;
    fn join(&self, path: &str) -> PathBuf;
    fn parent(&self) -> Option<Path>;
    fn file_name(&self) -> Option<OsStr>;
    fn file_stem(&self) -> Option<OsStr>;
    fn extension(&self) -> Option<OsStr>;
    fn with_extension(&self, extension: &str) -> PathBuf;
    fn with_file_name(&self, name: &str) -> PathBuf;
    fn strip_prefix(&self, base: &Path) -> Result<Path, StripPrefixError>;
    fn to_str(&self) -> Option<str>;
    fn to_string_lossy(&self) -> Cow<str>;
    fn as_os_str(&self) -> OsStr;
    fn as_path(&self) -> Path;
    fn display(&self) -> Display;
    fn ancestors(&self) -> Iter<Path>;
    fn exists(&self) -> bool;
    fn is_dir(&self) -> bool;
    fn is_file(&self) -> bool;
}
pub struct PathBuf;
impl PathBuf {
    pub fn new() -> PathBuf;
    pub fn from(text: &str) -> PathBuf;
    fn deref(&self) -> Path;
    fn clone(&self) -> PathBuf;
    fn as_path(&self) -> Path;
    fn push(&mut self, path: &Path);
    fn pop(&mut self) -> bool;
    fn into_os_string(self) -> OsString;
}
pub struct OsStr;
impl OsStr {
    pub fn new(text: &str) -> OsStr;
    fn to_str(&self) -> Option<str>;
    fn to_string_lossy(&self) -> Cow<str>;
    fn to_os_string(&self) -> OsString;
    fn to_owned(&self) -> OsString;
}
pub struct OsString;
impl OsString {
    pub fn new() -> OsString;
    pub fn from(text: &str) -> OsString;
    fn deref(&self) -> OsStr;
    fn into_string(self) -> Result<String, OsString>;
}
pub struct Display;
pub struct Utf8Error;
pub struct ParseError;
pub struct StripPrefixError;
pub struct Range;
pub enum Ordering { Less, Equal, Greater }
pub struct u8;
pub struct u32;
pub struct usize;
pub struct bool;
