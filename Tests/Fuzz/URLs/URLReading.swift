import CCurl
import ClientModel
import Glibc

/// What one parser makes of a string, in a form that the other's can be compared with.
struct URLReading: Equatable {
  var scheme: String
  var user: String
  var password: String
  /// In lower case, letters outside ASCII as `xn--…`, IPv6 in canonical form.
  var host: String
  var port: Int

  static func == (left: URLReading, right: URLReading) -> Bool {
    // As bytes: canonically equivalent texts are different hosts and passwords.
    left.scheme.isSame(as: right.scheme) && left.user.isSame(as: right.user)
      && left.password.isSame(as: right.password) && left.host.isSame(as: right.host)
      && left.port == right.port
  }

  init(_ url: RequestURL) {
    let origin = url.origin
    (scheme, host, port) = (origin.scheme, origin.host, origin.port)
    user = url.user ?? ""
    password = url.password ?? ""
  }

  /// - Parameters:
  ///   - base: What a reference is resolved against; nil for a URL that is typed.
  /// - Throws: libcurl's code.
  init(libcurl text: String, base: String?) throws(CurlRefusal) {
    var parts = ccurl_url()
    let code =
      base.map { base in base.withCString { ccurl_url_read($0, text, Self.user, &parts) } }
      ?? ccurl_url_read(nil, text, Self.user, &parts)
    defer { ccurl_url_free(&parts) }
    guard code == 0, let scheme = parts.scheme, let host = parts.host else {
      throw CurlRefusal(code: code)
    }
    self.scheme = String(cString: scheme)
    let name = String(cString: parts.ascii_host ?? host)
    let zone = parts.zone.map { "%" + String(cString: $0) } ?? ""
    self.host = Self.canonical(name, zone)
    user = parts.user.map { String(cString: $0) } ?? ""
    password = parts.password.map { String(cString: $0) } ?? ""
    port = Int(parts.port)
  }

  private static let user = CCURL_URL_USER_ALLOWED

  /// libcurl preserves the letters of an address, unless it can make it shorter.
  private static func canonical(_ host: String, _ zone: String) -> String {
    guard host.begins(with: "[") else {
      let name = host.ends(with: ".") ? String(host.droppingLast(bytes: 1)) : host
      return String(
        decoding: name.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    var address = in6_addr()
    var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let digits = String(host.dropping(bytes: 1).droppingLast(bytes: 1))
    guard inet_pton(AF_INET6, digits, &address) == 1,
      inet_ntop(AF_INET6, &address, &room, socklen_t(room.count)) != nil
    else { return host + zone }
    let bytes = room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self) + zone
  }
}

struct CurlRefusal: Error { var code: Int32 }
