import ClientModel

/// The single byte range in a request.
///
/// - Source: RFC 9110, section 14.1.2.
struct RequestedRange: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    case from(Int64, through: Int64?)
    case last(Int64)
  }

  private let form: Form

  /// Parses a range. Returns nil if the unit is not bytes, if there are several ranges, or if the
  /// text is malformed.
  init?(_ text: String) {
    guard let (unit, range) = text.cut(at: "="), unit.trimmed(of: " \t").lowercased() == "bytes",
      let (first, last) = range.cut(at: "-")
    else { return nil }
    let (low, high) = (first.trimmed(of: " \t"), last.trimmed(of: " \t"))
    switch (low.isEmpty, high.isEmpty) {
    case (false, false):
      guard let from = Self.count(low), let through = Self.count(high), through >= from else {
        return nil
      }
      form = .from(from, through: through)
    case (false, true):
      guard let from = Self.count(low) else { return nil }
      form = .from(from, through: nil)
    case (true, false):
      guard let count = Self.count(high), count > 0 else { return nil }
      form = .last(count)
    case (true, true): return nil
    }
  }

  /// Returns the positions of the range's bytes. Returns nil if a body of this length has no such
  /// bytes.
  func bytes(of length: ByteCount) -> Range<Int64>? {
    switch form {
    case .from(let first, let last):
      guard first < length.bytes else { return nil }
      return first..<min(length.bytes, (last ?? length.bytes - 1) + 1)
    case .last(let count):
      return length.bytes > 0 ? max(0, length.bytes - count)..<length.bytes : nil
    }
  }

  private static func count(_ text: some StringProtocol) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}

extension CacheRequest {
  /// The requested range, or nil if the cache cannot serve it. Only a single range of a GET without
  /// `If-Range` can be served.
  var range: RequestedRange? {
    let ranges = all("Range")
    guard method == .get, ranges.count == 1, all("If-Range").isEmpty else { return nil }
    return RequestedRange(ranges[0])
  }

  /// The request for the full response. Nil if the cache cannot serve the requested range.
  var ofFullResponse: CacheRequest? {
    guard range != nil else { return nil }
    var full = self
    full.headers.removeAll { $0.name.caseInsensitiveEquals("Range") }
    return full.obstacle == nil ? full : nil
  }
}

extension ResponseHead {
  /// Returns the head of a 206 that contains a range of this stored response. Source: RFC 9110,
  /// section 15.3.7.
  func partial(_ part: Range<Int64>, of length: ByteCount) -> ResponseHead {
    var head = self
    head.status = 206
    head.reason = reason.isEmpty ? "" : "Partial Content"
    head.fields.removeAll {
      ["Content-Length", "Content-Range"].contains(where: $0.name.caseInsensitiveEquals)
    }
    head.fields.append(
      ResponseField(
        "Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length.bytes)"))
    head.fields.append(ResponseField("Content-Length", "\(part.count)"))
    return head
  }
}
