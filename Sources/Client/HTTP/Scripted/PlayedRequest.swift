package import ClientCore
package import ClientModel

/// A request as the server receives it, for scripts that check more than the address.
package struct PlayedRequest: Sendable {
  package let method: String
  /// The path and the query, as in a request line.
  package let target: String
  /// The header fields in order, without fields added by a transport.
  package let fields: [(name: String, value: String)]
  package let body: [UInt8]

  /// The maximum size of a body in memory, in bytes.
  private static let longestBody = 64 << 20

  /// Creates the request as the server receives it.
  ///
  /// - Throws: `fileChanged` or `fileUnreadable` for a file of the body.
  package init(_ request: WireRequest) throws(Failure) {
    method = request.method.rawValue
    let path = request.url.dropFirst(request.origin.scheme.utf8.count + 3)
      .drop(whileByte: { !"/?#".utf8.contains($0) })
      .prefix(whileByte: { $0 != UInt8(ascii: "#") })
    target = path.begins(with: "/") ? String(path) : "/" + path
    var fields = request.headers.map { field in
      let isType = field.name.lowercased() == "content-type"
      let full = isType ? request.multipartType(field.value) : nil
      return (name: field.name, value: full ?? field.value)
    }
    if !fields.contains(where: { $0.name.lowercased() == "content-type" }),
      let type = request.multipartType("multipart/form-data")
    {
      fields.append(("Content-Type", type))
    }
    self.fields = fields
    body = try Self.bytes(of: request)
  }

  private static func bytes(of request: WireRequest) throws(Failure) -> [UInt8] {
    let body = try OutgoingBody(request.body)
    guard body.length > 0, body.length <= longestBody else { return [] }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(body.length), alignment: 16)
    defer { room.deallocate() }
    var count = 0
    while count < room.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: room[count...])
      let read = try body.read(into: part)
      guard read > 0 else { break }
      count += read
    }
    return Array(UnsafeRawBufferPointer(rebasing: room[..<count]))
  }
}
