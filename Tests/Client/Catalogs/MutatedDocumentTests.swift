import Testing

@testable import ClientCatalogs

/// Documents with random damage: each gives a catalog or a problem with a place, in bounded time.
@Suite struct MutatedDocumentTests {
  @Test(arguments: 0..<150)
  func `damage ends in a catalog or in a problem`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = try Document.names()
    let name = names[Int(seed) % names.count]
    let original = Array(try Document.text(name).utf8)
    for _ in 0..<4 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) { Self.damage(&bytes, &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      let start = ContinuousClock.now
      do throws(CatalogProblem) {
        let catalog = try Catalog.read(text: text, name: "damaged")
        for problem in catalog.problems {
          #expect(problem.place.hasPrefix("damaged:"), "seed \(seed)")
          #expect(!problem.why.isEmpty && !problem.whatToDo.isEmpty, "seed \(seed)")
        }
        for endpoint in catalog.endpoints {
          for parameter in endpoint.parameters { _ = catalog.words(parameter.schema) }
          for body in endpoint.bodies { if let id = body.schema { _ = catalog.words(id) } }
        }
      } catch {
        #expect(error.place.hasPrefix("damaged:"), "seed \(seed): \(error)")
        #expect(!error.why.isEmpty && !error.whatToDo.isEmpty, "seed \(seed)")
      }
      #expect(ContinuousClock.now - start < .seconds(20), "seed \(seed)")
    }
  }

  /// Deletes, doubles, replaces or moves a piece; new pieces are what such documents are made of.
  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard bytes.count > 2 else { return }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...30, using: &random))
    let words = [
      "{", "}", "[", "]", ":", ",", "\"", "'", "&a ", "*a", "<<: ", "\n", "- ", "$ref", "null",
      "true", "#/components/schemas/", "#/", "allOf: ", "oneOf: ", "\u{0}", "é", "- - - ", "? ",
      "type: [object, array]", "9e999", "-", "|\n", "\\u", "%",
    ]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 2:
      bytes.replaceSubrange(start..<end, with: (words.randomElement(using: &random) ?? "").utf8)
    case 3: bytes[start] = UInt8.random(in: 0...255, using: &random)
    default:
      let piece = Array(bytes[start..<end])
      bytes.removeSubrange(start..<end)
      bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
    }
  }
}
