//! One table as one Parquet file, written a group of rows at a time.

use super::schema::{Column, Kind, TableSchema};
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// Rows of a group: what an engine reads at once, and what waits in memory.
const GROUP_ROWS: usize = 32 * 1024;
/// Bytes of text that wait in memory at most, so that long documentation does not count as one row each.
const GROUP_BYTES: usize = 32 << 20;

/// A value of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<'a> {
    Text(&'a str),
    /// Of [`Kind::Number`].
    Number(u32),
    /// Of [`Kind::Id`] and [`Kind::Time`].
    Long(i64),
    Flag(bool),
    /// The row leaves the column out.
    None,
}

impl<'a> From<Option<&'a str>> for Cell<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Cell::None, Cell::Text)
    }
}

impl From<Option<i64>> for Cell<'_> {
    fn from(id: Option<i64>) -> Self {
        id.map_or(Cell::None, Cell::Long)
    }
}

/// The values of a column that wait to be written.
enum Values {
    Text(Vec<ByteArray>),
    Number(Vec<i32>),
    Long(Vec<i64>),
    Flag(Vec<bool>),
}

struct Waiting {
    values: Values,
    /// 1 for each row that has a value and 0 for others, where rows may leave it out.
    present: Option<Vec<i16>>,
}

impl Waiting {
    fn new(column: &Column) -> Self {
        let values = match column.kind {
            Kind::Text => Values::Text(Vec::new()),
            Kind::Number => Values::Number(Vec::new()),
            Kind::Id | Kind::Time => Values::Long(Vec::new()),
            Kind::Flag => Values::Flag(Vec::new()),
        };
        Self { values, present: column.optional.then(Vec::new) }
    }

    /// False where the column does not hold such a value.
    fn push(&mut self, cell: Cell<'_>) -> bool {
        match (&mut self.values, cell) {
            (_, Cell::None) if self.present.is_some() => {}
            (Values::Text(all), Cell::Text(text)) => all.push(text.into()),
            // Counts and lines are below 2^31: a file has at most a few megabytes.
            (Values::Number(all), Cell::Number(number)) => {
                all.push(i32::try_from(number).unwrap_or(i32::MAX))
            }
            (Values::Long(all), Cell::Long(number)) => all.push(number),
            (Values::Flag(all), Cell::Flag(flag)) => all.push(flag),
            _ => return false,
        }
        if let Some(present) = &mut self.present {
            present.push(i16::from(!matches!(cell, Cell::None)));
        }
        true
    }

    fn write(&mut self, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        fn batch<T: DataType>(
            column: &mut SerializedColumnWriter<'_>,
            values: &mut Vec<T::T>,
            present: Option<&[i16]>,
        ) -> Result<(), ParquetError> {
            column.typed::<T>().write_batch(values, present, None)?;
            values.clear();
            Ok(())
        }
        let present = self.present.as_deref();
        match &mut self.values {
            Values::Text(all) => batch::<ByteArrayType>(column, all, present),
            Values::Number(all) => batch::<Int32Type>(column, all, present),
            Values::Long(all) => batch::<Int64Type>(column, all, present),
            Values::Flag(all) => batch::<BoolType>(column, all, present),
        }?;
        if let Some(present) = &mut self.present {
            present.clear();
        }
        Ok(())
    }
}

/// A table that is being written.
pub(super) struct Table {
    schema: &'static TableSchema,
    writer: SerializedFileWriter<File>,
    waiting: Vec<Waiting>,
    rows: usize,
    bytes: usize,
}

impl Table {
    /// Begins the file of a table at `path`, which must not exist. `said` is what the file's own metadata says.
    pub(super) fn new(
        schema: &'static TableSchema,
        path: &Path,
        said: &[KeyValue],
    ) -> Result<Self, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_key_value_metadata(Some(said.to_vec()))
            .build();
        let file = File::options().write(true).create_new(true).open(path)?;
        let writer = SerializedFileWriter::new(file, Arc::new(type_of(schema)?), Arc::new(properties))?;
        let waiting = schema.columns.iter().map(Waiting::new).collect();
        Ok(Self { schema, writer, waiting, rows: 0, bytes: 0 })
    }

    /// Adds a row: a cell for each column, in their order.
    pub(super) fn push(&mut self, cells: &[Cell<'_>]) -> Result<(), ParquetError> {
        let fits = cells.len() == self.waiting.len();
        if !(fits && self.waiting.iter_mut().zip(cells).all(|(column, cell)| column.push(*cell))) {
            return Err(ParquetError::General(format!(
                "a row of `{}` is not as its schema",
                self.schema.name
            )));
        }
        self.rows += 1;
        self.bytes +=
            cells.iter().map(|cell| if let Cell::Text(text) = cell { text.len() } else { 0 }).sum::<usize>();
        if self.rows >= GROUP_ROWS || self.bytes >= GROUP_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for waiting in &mut self.waiting {
            let Some(mut column) = group.next_column()? else { break };
            waiting.write(&mut column)?;
            column.close()?;
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Result<(), ParquetError> {
        self.flush()?;
        self.writer.close()?;
        Ok(())
    }
}

fn type_of(schema: &TableSchema) -> Result<Type, ParquetError> {
    let fields = schema.columns.iter().map(|column| Ok(Arc::new(field(column)?)));
    let fields = fields.collect::<Result<Vec<_>, ParquetError>>()?;
    Type::group_type_builder(schema.name).with_fields(fields).build()
}

fn field(column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Number => (Physical::INT32, None),
        Kind::Id => (Physical::INT64, None),
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Time => (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MILLIS))),
    };
    let repetition = if column.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    Type::primitive_type_builder(column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()
}
