import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct AddressRowTests {
  /// Returns the grounds of the text of the URL in the composer.
  private func grounds(_ model: AppModel) throws -> Set<Ground> {
    let size = Size(width: 120, height: 36)
    let frame = Screen.draw(model, keys: KeyReader(), size: size)
    let url = "http://a.example/books"
    let y = try #require((0..<size.height).first { frame.text(row: $0).contains(url) })
    let row = frame.text(row: y)
    let range = try #require(row.firstRange(of: url))
    let x = row.distance(from: row.startIndex, to: range.lowerBound)
    return Set((x..<x + url.count).map { frame[Point(x: $0, y: y)].ink.ground })
  }

  @Test func `the URL is filled only if its panel has the focus`() throws {
    var model = ShopScene.model()
    let draft = Draft(method: "POST", url: "http://a.example/books")
    _ = model.receive(.composer(.loaded(draft, name: "add")))
    _ = model.perform(.app(.focusComposer))
    #expect(try grounds(model) == [.selected])
    _ = model.perform(.app(.focusResponse))
    #expect(try grounds(model) == [.normal])
  }
}
