import ClientModel

/// An entry of curl's `--resolve`: an address to use for a host and port.
///
/// The entry is passed to libcurl as CONNECT_TO, because an entry of a resolve list would stay in
/// the DNS cache and misdirect later requests.
struct RouteEntry {
  let host: String
  let port: String
  let address: String

  /// Parses `host:port:address`. A leading `+` and the brackets of an IPv6 address are allowed. The
  /// first of several addresses is used.
  init?(_ text: String) {
    let parts = text.pieces(at: ":", maxSplits: 2)
    guard parts.count == 3, !text.utf8.contains(where: { $0 <= 32 || $0 == 127 }) else {
      return nil
    }
    let name = parts[0].begins(with: "+") ? parts[0].dropping(bytes: 1) : parts[0]
    guard !name.isEmpty, let number = UInt16(parts[1]), number > 0,
      let first = parts[2].words(at: ",").first
    else { return nil }
    host = name == "*" ? "" : String(name)
    port = String(number)
    address = first.contains(byte: ":") && !first.begins(with: "[") ? "[\(first)]" : String(first)
  }

  /// The entry in CONNECT_TO format.
  var connectTo: String { "\(host):\(port):\(address):\(port)" }
}
