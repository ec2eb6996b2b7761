//! Total reading of bytes.
