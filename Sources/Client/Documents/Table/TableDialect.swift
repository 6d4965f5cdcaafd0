import ClientModel

/// The format of a table: the delimiter, and whether the first record is a header.
package struct TableDialect: Hashable, Sendable {
  package var delimiter: UInt8
  package var hasHeader: Bool

  package init(delimiter: UInt8, hasHeader: Bool) {
    (self.delimiter, self.hasHeader) = (delimiter, hasHeader)
  }

  /// The possible delimiters. Of equally likely ones, the first is used.
  private static let known: [UInt8] = [",", "\t", ";", "|"].map { UInt8(ascii: $0) }

  /// Detects the dialect from the content type, or else from the first 16 KiB of the body.
  ///
  /// - Source: RFC 4180, section 3 (`header`), and text/tab-separated-values of the IANA registry.
  package static func detect(mediaType: String?, start: [UInt8]) -> TableDialect {
    let type = mediaType?.lowercased() ?? ""
    let isTabbed = type.begins(with: "text/tab-separated-values")
    let delimiter = isTabbed ? UInt8(ascii: "\t") : likeliest(start).delimiter
    let first = records(of: start, delimiter).first ?? []
    let isNamed = !first.isEmpty && first.allSatisfy { isName($0) }
    return TableDialect(
      delimiter: delimiter,
      hasHeader: type.contains("header=present") || (isNamed && !type.contains("header=absent")))
  }

  /// Returns whether text without a content type is clearly a table. It must have at least three
  /// records with the same number of fields, at least three fields, and short distinct names in the
  /// first record.
  package static func isUnmistakable(_ start: [UInt8]) -> Bool {
    let (delimiter, _) = likeliest(start)
    guard delimiter != UInt8(ascii: "|") else { return false }
    let records = records(of: start, delimiter)
    guard let first = records.first, first.count >= 3, records.count >= 3 else { return false }
    return records.allSatisfy { $0.count == first.count }
      && first.allSatisfy {
        isName($0) && $0.count <= 40 && !$0.contains(UInt8(ascii: ".")) && $0.first != 0x20
      }
      && Set(first).count == first.count
  }

  private static func likeliest(_ start: [UInt8]) -> (delimiter: UInt8, score: Int) {
    var best = (delimiter: UInt8(ascii: ","), score: 0)
    for delimiter in known {
      let counts = records(of: start, delimiter).map(\.count)
      guard let first = counts.first, first > 1 else { continue }
      // The share of records with the same number of fields has more weight than the number of
      // fields.
      let score = counts.count { $0 == first } * 1_000 / counts.count * 100 + min(first, 99)
      if score > best.score { best = (delimiter, score) }
    }
    return best
  }

  /// Returns the fields of the first records. Omits the last record, which may be cut, unless it is
  /// the only one.
  private static func records(of start: [UInt8], _ delimiter: UInt8) -> [[[UInt8]]] {
    var bytes = start[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var splitter = RecordSplitter(delimiter)
    var records: [TableDocument.Record] = []
    for at in bytes.indices where records.count < 50 {
      if let record = splitter.take(bytes[at], at: at) { records.append(record) }
    }
    if records.isEmpty, let last = splitter.finish(at: bytes.endIndex) { records.append(last) }
    return records.map { record in
      record.fields.map { TableField.decoded(Array(bytes[$0])) }
    }
  }

  private static func isName(_ field: [UInt8]) -> Bool {
    !field.isEmpty && TableField.number(field) == nil
      && field.contains { $0 >= 0x80 || (0x61...0x7A).contains($0 | 0x20) }
  }
}
