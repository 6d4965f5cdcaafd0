import ClientCatalogs
import ClientModel
import Testing

@testable import ViewModels

struct PathCompletionTests {
  @Test func `a path is completed by what its folder holds, and its size shows`() throws {
    var model = try AppModel.opened("fileReceipt")
    let rows = model.composer.form?.rows ?? []
    let file = try #require(rows.first { $0.kind == .file })
    model.composer.select(.form(file.id))
    #expect(model.perform(.composer(.edit)) == [.listFolder("")])
    _ = model.receive(
      .folder("", [FolderEntry("papers", size: nil), FolderEntry("receipt.pdf", size: 20_500)]))
    _ = model.perform(.insert("re"))
    #expect(model.composer.completion == "ceipt.pdf")
    _ = model.perform(.typing(.nextField))
    _ = model.perform(.typing(.leave))
    #expect(model.composer.rows.contains { $0.texts == ["receipt.pdf  20 kB"] })
    _ = model.perform(.composer(.edit))
    _ = model.perform(.typing(.killToStart))
    _ = model.receive(.folder("", [FolderEntry("papers", size: nil)]))
    _ = model.perform(.insert("pa"))
    #expect(model.composer.completion == "pers/")
    #expect(model.perform(.typing(.nextField)) == [.listFolder("papers/")])
  }

  @Test func `the path of a body is completed, too`() {
    var model = AppModel()
    let draft = Draft(
      method: "PUT", url: "https://a.example", body: .file(path: "", mediaType: nil))
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    model.composer.select(.bodyPath)
    #expect(model.perform(.composer(.edit)) == [.listFolder("")])
    _ = model.receive(.folder("", [FolderEntry("notes.txt", size: 12)]))
    // One letter already names it; nothing is offered before.
    #expect(model.composer.completion == nil)
    _ = model.perform(.insert("n"))
    #expect(model.composer.completion == "otes.txt")
  }
}
