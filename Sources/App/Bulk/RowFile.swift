import ClientCore
import ClientDocuments
import ClientModel

/// A reader that returns rows one at a time. Only one parsed row is in memory.
protocol RowReader {
  /// Returns the next row. Returns nil at the end.
  mutating func next() throws(RowFile.Flaw) -> RowFile.Row?
}

/// The rows of a batch, from a file or from a JSON array.
///
/// The file is CSV with a header line, a JSON array of objects, or one JSON object per line. All
/// rows are checked when the file is opened. The bytes of the file stay in memory, but not the
/// parsed rows.
struct RowFile {
  /// The columns and the line of a row.
  struct Row {
    /// The line, counted from 1.
    var line: Int
    var columns: [Column]
  }

  /// A name and a value. The text and the JSON of the value are computed on demand, because each
  /// pass over a file needs at most one of them.
  struct Column {
    private enum Value {
      case text(String)
      case json(ArraySlice<UInt8>)
    }

    let name: String
    private let value: Value

    init(name: String, text: String) { (self.name, value) = (name, .text(text)) }
    init(name: String, json: ArraySlice<UInt8>) { (self.name, value) = (name, .json(json)) }

    /// The text that fills a template. A string has no quotes. Any other JSON value is unchanged.
    var text: String {
      switch value {
      case .text(let text): text
      case .json(let json) where json.first == UInt8(ascii: "\""):
        JSONText.string(json.dropFirst().dropLast())
      case .json(let json): String(decoding: json, as: UTF8.self)
      }
    }

    /// The value as JSON on one line.
    var json: String {
      switch value {
      case .text(let text): JSONText.quoted(text)
      case .json(let json):
        // Valid JSON has raw line breaks only between tokens, where a space can replace them.
        String(decoding: json.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
      }
    }
  }

  /// The path that the user gave.
  let path: String
  let rows: Rows

  /// The rows of a file. Each iteration reads the rows again.
  struct Rows: Sequence {
    /// The number of rows.
    let count: Int
    private let open: @Sendable () throws(Flaw) -> any RowReader

    /// Reads all rows once to check and count them.
    ///
    /// - Throws: The error in the file, with its line.
    init(_ open: @escaping @Sendable () throws(Flaw) -> any RowReader) throws(Flaw) {
      self.open = open
      var reader = try open()
      var count = 0
      while try reader.next() != nil { count += 1 }
      self.count = count
    }

    var underestimatedCount: Int { count }
    var first: Row? { first { _ in true } }

    func makeIterator() -> AnyIterator<Row> {
      do throws(Flaw) {
        var reader = try open()
        return AnyIterator {
          do throws(Flaw) { return try reader.next() } catch {
            preconditionFailure("A row that was checked before is now invalid: \(error.place).")
          }
        }
      } catch {
        preconditionFailure("A row that was checked before is now invalid: \(error.place).")
      }
    }
  }

  /// Reads a file on a separate thread. A large file or a slow disk would block the caller's actor
  /// and Swift's thread pool.
  static func read(_ path: String) async throws(UsageProblem) -> RowFile {
    let result = await withCheckedContinuation { continuation in
      OwnThread.run {
        continuation.resume(
          returning: Result { () throws(UsageProblem) in try RowFile(path: path) })
      }
    }
    return try result.get()
  }

  init(path: String) throws(UsageProblem) {
    self.path = path
    guard let form = Form(path) else {
      throw UsageProblem(
        what: "The rows of \(Console.safe(path)) cannot be read.",
        why: "Its name does not end in a known extension.",
        whatToDo: "Name a file that ends in .csv, .json, .ndjson or .jsonl.")
    }
    var bytes: [UInt8]
    do {
      bytes = try WholeFile.bytes(at: path)
    } catch {
      throw UsageProblem(
        what: "The rows of \(Console.safe(path)) cannot be read.", why: error.why,
        whatToDo: "Name a UTF-8 file that ends in .csv, .json, .ndjson or .jsonl.")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw UsageProblem(
        what: "The rows of \(Console.safe(path)) cannot be read.", why: "It is not UTF-8.",
        whatToDo: "Save it as UTF-8.")
    }
    let text = bytes
    do throws(Flaw) {
      rows = try Rows { () throws(Flaw) -> any RowReader in
        switch form {
        case .csv: try CSVRows(text)
        case .array: try JSONRowReader(text, as: .array)
        case .lines: try JSONRowReader(text, as: .lines)
        }
      }
    } catch {
      throw UsageProblem(
        what: "\(Console.safe(path)), \(error.place): \(error.what)", why: error.why,
        whatToDo: "\(error.whatToDo) Nothing was added.")
    }
    guard rows.count > 0 else {
      throw UsageProblem(
        what: "\(Console.safe(path)) has no rows.", why: "",
        whatToDo: form == .csv
          ? "Write a header line, and below it a line for each row."
          : "Write an object for each row.")
    }
  }

  /// The columns of the first row as a sentence. The sentence names at most twelve columns.
  var columnsText: String {
    let names = rows.first?.columns.map(\.name) ?? []
    guard !names.isEmpty else { return "The first row has no columns." }
    let columns = names.count == 1 ? "column" : "columns"
    let more = names.count > 12 ? " and \(names.count - 12) more" : ""
    let list = Console.safe(names.prefix(12).joined(separator: ", "))
    return "The first row has the \(columns) \(list)\(more)."
  }

  /// Reads the elements of a JSON array. An element that is not an object has only the column
  /// `value`.
  ///
  /// - Parameter name: The name of the batch.
  init(array bytes: [UInt8], named name: String) throws(UsageProblem) {
    path = name
    do throws(Flaw) {
      rows = try Rows { () throws(Flaw) -> any RowReader in try JSONRowReader(bytes, as: .elements)
      }
    } catch {
      throw UsageProblem(
        what: "\(Console.safe(name)), \(error.place): \(error.what)", why: error.why,
        whatToDo: "\(error.whatToDo) Nothing was added.")
    }
  }

  private enum Form {
    case csv, array, lines

    init?(_ path: String) {
      switch path.words(at: ".").last?.lowercased() {
      case "csv": self = .csv
      case "json": self = .array
      case "ndjson", "jsonl": self = .lines
      default: return nil
      }
    }
  }

  /// An error in a file of rows, and its position.
  struct Flaw: Error {
    var line: Int
    var column: Int?
    var what: String
    var why: String = ""
    var whatToDo: String

    var place: String { "line \(line)" + (column.map { ", column \($0)" } ?? "") }
  }
}

extension RowFile.Row {
  /// The values that fill the templates of this row's request.
  var values: [String: SensitiveText] {
    Dictionary(columns.map { ($0.name, SensitiveText($0.text)) }) { _, last in last }
  }

  /// Returns the row as one JSON object. The values of the columns in `secrets` are masked with
  /// dots.
  func json(masking secrets: Set<String>) -> [UInt8] {
    var text = "{"
    for column in columns {
      if text.utf8.count > 1 { text += "," }
      text += JSONText.quoted(column.name) + ":"
      text += secrets.contains(column.name) ? JSONText.quoted(Secret.mask) : column.json
    }
    return Array((text + "}").utf8)
  }
}
