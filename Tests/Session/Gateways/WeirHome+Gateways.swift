import TestSupport
import Testing

extension WeirHome {
  /// A user whose workspace has these gateways, and who trusts it.
  static func with(gateways yaml: String) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", yaml)
    let trusted = try home.run("trust")
    #expect(trusted.code == 0, "\(trusted.errorOutput)")
    return home
  }
}

/// A complete response as a server writes it.
func written(
  _ status: Int = 200, _ body: String = "{}", type: String = "application/json",
  _ fields: String = ""
) -> String {
  "HTTP/1.1 \(status) Reported\r\nContent-Type: \(type)\r\n\(fields)"
    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}
