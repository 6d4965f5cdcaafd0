import ClientModel
import Testing
import ViewModels

/// The prompt in which a path is typed.
struct PathPromptTests {
  private static let body = #"{"items": [{"id": 1}], "page/s": {"next": 2}}"#

  private func typed(_ text: String) -> FilterWorld {
    var world = FilterWorld(Self.body)
    world.perform(.response(.goToPath), .typing(.killToStart))
    world.type(text)
    return world
  }

  private func prompt(_ world: FilterWorld) -> String? {
    guard case .prompt(let prompt)? = world.model.overlays.last else { return nil }
    return prompt.buffer.text
  }

  @Test func `what is not a path stays to be corrected`() {
    var world = typed(".items[")
    world.perform(.typing(.enter))
    #expect(prompt(world) == ".items[")
    let problem = world.model.response.body.filter.problem
    #expect(problem?.hasPrefix("This is not a path.") == true)
    world.type("0].id")
    #expect(world.model.response.body.filter.problem == nil)
    world.perform(.typing(.enter))
    #expect(prompt(world) == nil)
    #expect(world.model.response.body.breadcrumb == [".items", "[0]", ".id"])
  }

  @Test func `a pointer is completed as a pointer`() {
    var world = typed("/it")
    world.perform(.typing(.nextField))
    #expect(prompt(world) == "/items")
    world = typed("/items/0/")
    world.perform(.typing(.nextField))
    #expect(prompt(world) == "/items/0/id")
    world = typed("/page")
    world.perform(.typing(.nextField))
    #expect(prompt(world) == "/page~1s")
  }
}
