import TestSupport
import Testing

extension WeirHome {
  /// A user whose trusted workspace has the catalog `shop`, which describes a book shop.
  ///
  /// - Parameters:
  ///   - server: The URL of the shop.
  ///   - rest: The document, from what follows its server.
  ///   - files: Other files of the workspace, by their paths in it.
  static func bookShop(
    at server: String, _ rest: String, files: [String: String] = [:]
  ) throws -> WeirHome {
    let home = try WeirHome()
    let document = """
      openapi: 3.0.3
      info: {title: Book Shop, version: "2"}
      servers: [{url: "\(server)"}]

      """
    try home.folder.write("work/weir.yaml", "name: Shop\n")
    try home.folder.write("work/catalogs/shop.yaml", document + rest)
    for (path, text) in files { try home.folder.write("work/\(path)", text) }
    #expect(try home.run("trust").code == 0)
    return home
  }
}
