import ClientDocuments
import Foundation

/// The rows of `queue add --each`: CSV with a header line, or one JSON object a line.
struct RowFile {
  let rows: [[String: String]]

  init(path: String) throws(UsageProblem) {
    let text: String
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw UsageProblem(
        what: "The rows of \(Console.safe(path)) cannot be read.", why: FileTrouble(error).why,
        whatToDo: "Name a UTF-8 file that ends in .csv or .jsonl.")
    }
    rows = path.hasSuffix(".csv") ? try Self.csv(text, path) : try Self.jsonLines(text, path)
  }

  /// Source: RFC 4180; quotes double inside quotes, a row may span lines.
  private static func csv(_ text: String, _ path: String) throws(UsageProblem) -> [[String: String]]
  {
    var records: [[String]] = []
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var bytes = text.utf8.makeIterator()
    var held: UInt8?
    func end() {
      record.append(String(decoding: field, as: UTF8.self))
      field.removeAll(keepingCapacity: true)
    }
    while let byte = held ?? bytes.next() {
      held = nil
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        held = bytes.next()
        if held == UInt8(ascii: "\"") {
          field.append(byte)
          held = nil
        } else {
          isQuoted = false
        }
      case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
      case UInt8(ascii: ",") where !isQuoted: end()
      case UInt8(ascii: "\r") where !isQuoted: continue
      case UInt8(ascii: "\n") where !isQuoted:
        end()
        if record != [""] { records.append(record) }
        record = []
      default: field.append(byte)
      }
    }
    if !field.isEmpty || !record.isEmpty {
      end()
      records.append(record)
    }
    guard let header = records.first else { return [] }
    var rows: [[String: String]] = []
    for (index, values) in records.dropFirst().enumerated() {
      guard values.count == header.count else {
        throw UsageProblem(
          what: "Row \(index + 1) of \(Console.safe(path)) does not fit.",
          why: "It has \(values.count) values; the header names \(header.count).",
          whatToDo: "Mend the row; nothing was added.")
      }
      rows.append(Dictionary(zip(header, values)) { first, _ in first })
    }
    return rows
  }

  private static func jsonLines(_ text: String, _ path: String) throws(UsageProblem) -> [[String:
    String]]
  {
    var rows: [[String: String]] = []
    for (index, line) in text.split(separator: "\n").enumerated() {
      do {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let object = value as? [String: Any] else {
          throw Self.noObject(index + 1, path, "It is another JSON value.")
        }
        rows.append(object.mapValues { ($0 as? String) ?? "\($0)" })
      } catch let problem as UsageProblem {
        throw problem
      } catch {
        let fault = JSONValidator.fault(in: Array(line.utf8))
        throw Self.noObject(
          index + 1, path,
          fault.map { "Column \($0.place.column): expected \($0.wanted)." }
            ?? "It is not JSON.")
      }
    }
    return rows
  }

  private static func noObject(_ line: Int, _ path: String, _ why: String) -> UsageProblem {
    UsageProblem(
      what: "Line \(line) of \(Console.safe(path)) is not a JSON object.", why: why,
      whatToDo: "Mend the line; nothing was added.")
  }
}
