import ClientModel
import Testing

@testable import ViewModels

struct FolderListingsTests {
  private var listings: FolderListings {
    var listings = FolderListings()
    listings.take(
      [FolderEntry("papers", size: nil), FolderEntry("part.csv", size: 12)], of: "data/")
    return listings
  }

  @Test func `a folder is listed as soon as its path is typed in a prompt`() {
    var model = AppModel()
    model.overlays.push(Prompt(ImportPrompt()))
    #expect(model.perform(.insert("/data/sh")) == [.listFolder("/data/")])
    _ = model.receive(.folder("/data/", [FolderEntry("shop.yaml", size: 12)]))
    _ = model.perform(.typing(.nextField))
    #expect(model.overlays.prompt?.buffer.text == "/data/shop.yaml")
  }

  @Test func `a folder is listed once`() {
    var listings = FolderListings()
    #expect(listings.list(folderOf: "data/p") == [.listFolder("data/")])
    #expect(listings.list(folderOf: "data/q") == [])
    #expect(listings.list(folderOf: "x") == [.listFolder("")])
    listings.clear()
    #expect(listings.list(folderOf: "data/p") == [.listFolder("data/")])
  }

  @Test func `a path is completed by the first name that begins like it`() {
    #expect(listings.completion(of: "data/pa") == "pers/")
    #expect(listings.completion(of: "data/par") == "t.csv")
    #expect(listings.completion(of: "data/part.csv") == nil)
    #expect(listings.completion(of: "data/") == nil)
    #expect(listings.completion(of: "other/pa") == nil)
  }

  @Test(arguments: [
    ("data/", "data/papers/"), ("data/pa", "data/papers/"), ("data/par", "data/part.csv"),
  ])
  func `the key for completion inserts the next name, also without a letter typed`(
    typed: String, completed: String
  ) {
    var buffer = TextBuffer(typed)
    let effects = listings.complete(&buffer)
    #expect(buffer.text == completed && effects == [])
  }

  @Test(arguments: [("data/part.csv", "data/"), ("x", "")])
  func `a folder is listed again when no name fits`(typed: String, folder: String) {
    var buffer = TextBuffer(typed)
    let effects = listings.complete(&buffer)
    #expect(buffer.text == typed && effects == [.listFolder(folder)])
  }

  @Test func `only a file has a size`() {
    #expect(listings.size(of: "data/part.csv") == 12)
    #expect(listings.size(of: "data/papers") == nil)
  }
}
