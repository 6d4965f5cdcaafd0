import ClientModel
import Testing

@testable import ViewModels

struct FolderTests {
  private func browser() -> AppModel {
    var model = AppModel()
    _ = model.receive(.requests(["login", "users/admin/list", "users/create", "zoo"]))
    _ = model.perform(.app(.requests))
    return model
  }

  private func titles(_ model: AppModel) -> [String] {
    let list = model.sidebar.list
    return model.rows(of: list).map { $0.detail.isEmpty ? $0.title : "\($0.title) \($0.detail)" }
  }

  private func selected(_ model: AppModel) -> String? {
    let list = model.sidebar.list
    return model.rows(of: list)[list.list.selected].title
  }

  @Test func `folders stand as a tree and fold`() {
    var model = browser()
    let all = ["login", "▾ users/", "  ▾ admin/", "    list", "  create", "zoo"]
    #expect(titles(model) == all)
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.fold))
    #expect(titles(model) == ["login", "▸ users/ 2 requests", "zoo"])
    _ = model.perform(.list(.fold))
    #expect(titles(model) == all)
  }

  @Test func `left and right walk the folders`() {
    var model = browser()
    for _ in 0..<3 { _ = model.perform(.move(.down)) }
    #expect(selected(model) == "    list")
    _ = model.perform(.move(.left))
    #expect(selected(model) == "  ▾ admin/")
    _ = model.perform(.move(.left))
    #expect(selected(model) == "  ▸ admin/")
    _ = model.perform(.move(.left))
    #expect(selected(model) == "▾ users/")
    _ = model.perform(.move(.right))
    #expect(selected(model) == "  ▸ admin/")
    _ = model.perform(.move(.right))
    _ = model.perform(.move(.right))
    #expect(selected(model) == "    list")
  }

  @Test func `folding on a request folds the folder around it`() {
    var model = browser()
    for _ in 0..<4 { _ = model.perform(.move(.down)) }
    _ = model.perform(.list(.fold))
    #expect(selected(model) == "▸ users/")
    _ = model.perform(.list(.choose))
    #expect(selected(model) == "▾ users/" && model.focus == .requests)
  }

  @Test func `the cursor follows a request to its new name`() {
    var model = browser()
    for _ in 0..<4 { _ = model.perform(.move(.down)) }
    #expect(selected(model) == "  create")
    #expect(model.perform(.list(.rename)).isEmpty)
    _ = model.perform(.insert("-one"))
    #expect(
      model.perform(.typing(.enter)) == [.requests(.rename("users/create", to: "users/create-one"))]
    )
    _ = model.receive(.composer(.renamed("users/create", to: "accounts/one")))
    _ = model.receive(.requests(["accounts/one", "login", "users/admin/list", "zoo"]))
    #expect(selected(model) == "  one")
  }

  @Test func `the cursor stays on its row when names come and go`() {
    var model = browser()
    for _ in 0..<5 { _ = model.perform(.move(.down)) }
    #expect(selected(model) == "zoo")
    _ = model.receive(.requests(["a", "b", "login", "users/admin/list", "users/create", "zoo"]))
    #expect(selected(model) == "zoo")
    _ = model.receive(.requests(["a", "b"]))
    #expect(selected(model) == "b", "its row went")
  }

  @Test func `what is folded is found by the filter and stays folded`() {
    var model = browser()
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.fold))
    _ = model.perform(.list(.close))
    _ = model.perform(.app(.requests))
    #expect(titles(model) == ["login", "▸ users/ 2 requests", "zoo"])
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("create"))
    #expect(titles(model) == ["users/create"])
    #expect(model.perform(.typing(.enter)) == [.requests(.load("users/create"))])
  }

  @Test func `the key of the next panel leaves the sidebar`() {
    var model = browser()
    _ = model.perform(.list(.nextTab))
    #expect(model.focus == .composer)
  }

  @Test func `tabs of a list change by their own keys`() {
    var model = AppModel()
    #expect(model.perform(.feature(.catalogs)) == [.catalogs(.list)])
    #expect(model.perform(.list(.previousTab)) == [.history(.load("", before: nil, number: 1))])
    // Right goes on from a tab without folders, left goes back.
    _ = model.perform(.move(.right))
    #expect(model.overlays.active(model.focus)?.source == ListID(\.catalogs))
  }
}
