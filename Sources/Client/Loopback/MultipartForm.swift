import ClientModel
import Glibc

/// A strict parser of `multipart/form-data` bodies.
///
/// - Source: RFC 2046, section 5.1.1; RFC 7578.
enum MultipartForm {
  /// Parses a body.
  ///
  /// - Parameter contentType: The full header value, with the boundary.
  static func read(_ body: [UInt8], contentType: String) throws(FormFault) -> [FormEntry] {
    guard let boundary = MediaType(contentType)?.parameters["boundary"],
      (1...70).contains(boundary.utf8.count), boundary.last != " "
    else { throw .noBoundary }
    let mark = Array("--\(boundary)".utf8)
    guard body.starts(with: mark) else { throw .noOpening }
    var values: [FormEntry] = []
    var rest = body[mark.count...]
    while true {
      if rest.starts(with: Array("--".utf8)) {
        rest = rest.dropFirst(2)
        guard rest.isEmpty || rest.elementsEqual([13, 10]) else {
          throw .brokenPart("There is data after the closing boundary.")
        }
        return values
      }
      guard rest.starts(with: [13, 10]) else { throw .noClosing }
      rest = rest.dropFirst(2)
      guard let end = find([13, 10] + mark, in: rest) else { throw .noClosing }
      values.append(try part(rest[rest.startIndex..<end]))
      rest = rest[(end + 2 + mark.count)...]
    }
  }

  private static func part(_ bytes: ArraySlice<UInt8>) throws(FormFault) -> FormEntry {
    guard let blank = find([13, 10, 13, 10], in: bytes) else {
      throw .brokenPart("A part has no empty line between its head and its content.")
    }
    guard let head = String(validating: bytes[bytes.startIndex..<blank], as: UTF8.self) else {
      throw .brokenPart("The head of a part is not UTF-8.")
    }
    var disposition: String?
    var mediaType: String?
    for line in head.split(separator: "\r\n") {
      let halves = line.split(separator: ":", maxSplits: 1)
        .map { String($0.trimmed(of: " \t")) }
      guard halves.count == 2 else { throw .brokenPart("'\(line.prefix(40))' is not a header.") }
      switch halves[0].lowercased() {
      case "content-disposition": disposition = halves[1]
      case "content-type": mediaType = halves[1]
      default: continue
      }
    }
    guard let disposition, disposition.lowercased().hasPrefix("form-data;") else {
      throw .brokenPart("A part has no `Content-Disposition: form-data`.")
    }
    let parameters = try parameters(of: disposition)
    guard let name = parameters["name"], !name.isEmpty else {
      throw .brokenPart("A part has no name.")
    }
    return FormEntry(
      name: name, bytes: Array(bytes[(blank + 4)...]), fileName: parameters["filename"],
      mediaType: mediaType)
  }

  /// Parses the parameters of a header such as `form-data; name="a"; filename="b"`. Quoted values
  /// may contain semicolons and escaped quotes.
  private static func parameters(of text: String) throws(FormFault) -> [String: String] {
    var found: [String: String] = [:]
    for piece in HeaderParser.split(text, at: ";").dropFirst() {
      guard let (name, value) = HeaderParser.parameter(piece) else {
        throw .brokenPart("'\(piece.prefix(40))' is not a parameter.")
      }
      guard !piece.contains("=\"") || piece.trimmed(of: " \t").ends(with: "\"") else {
        throw .brokenPart("A quoted value in a part's head is not closed.")
      }
      found[name] = value
    }
    return found
  }

  private static func find(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBytes { all in
      guard let start = all.baseAddress else { return nil }
      var at = 0
      // For speed, compares only at positions where the first byte of the boundary occurs.
      while at + mark.count <= all.count,
        let next = memchr(start + at, Int32(mark[0]), all.count - at - mark.count + 1)
      {
        at = UnsafeRawPointer(next) - start
        if memcmp(start + at, mark, mark.count) == 0 { return bytes.startIndex + at }
        at += 1
      }
      return nil
    }
  }
}
