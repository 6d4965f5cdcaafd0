import CCrypto

extension JobRow {
  /// Returns whether the columns of a row match its checksum. This needs no key for sealed columns.
  ///
  /// - Parameter row: The values in the order of `columns`. The checksum covers the same parts, in
  ///   the same order, as that of a row that is read through SQLite.
  static func matchesSum(_ row: [StoredValue]) -> Bool {
    guard row.count == 21, let detail = row[3].blob, case .text(let method) = row[9],
      case .text(let url) = row[10], let stored = row[19].integer
    else { return false }
    func number(_ column: Int) -> Int64 { row[column].integer ?? -1 }
    let position: Double =
      switch row[7] {
      case .real(let value): value
      default: Double(number(7))
      }
    let name: [UInt8]? = if case .text(let bytes) = row[11] { bytes } else { nil }
    let numbers: [19 of Int64] = [
      number(0), number(1), number(2), number(4), number(5), number(6),
      Int64(bitPattern: position.bitPattern), number(8), number(12), number(13), number(14),
      number(15), number(16), number(17), number(18), Int64(detail.count), Int64(method.count),
      Int64(url.count), name.map { Int64($0.count) } ?? -1,
    ]
    var crc = withUnsafeBytes(of: numbers) {
      ccrypto_crc32c(Record.Kind.job.rawValue, $0.baseAddress, $0.count)
    }
    for bytes in [detail, method, url, name ?? []] {
      crc = bytes.withUnsafeBytes { ccrypto_crc32c(crc, $0.baseAddress, $0.count) }
    }
    return Int64(crc) == stored
  }
}
