import ClientDocuments
import ClientModel
import JobFixtures
import ReadingValues
import Testing
import ViewModels

@Suite struct FilterTests {
  private static let body = #"{"items":[{"id":1,"k":"v"},{"id":2.50,"k":"w"}],"odd key":7}"#

  @Test func `a way shows what it leads to while it is typed`() {
    var world = FilterWorld(Self.body)
    let unfiltered = world.tree
    world.perform(.response(.filter))
    world.type(".items[].id")
    #expect(world.tree == ["0:1", "1:2.50"])
    #expect(world.model.response.body.filter.shown?.words == "2 results")
    world.perform(.typing(.enter))
    #expect(world.model.overlays.isEmpty)
    #expect(world.tree == ["0:1", "1:2.50"])
    #expect(world.others.contains(.response(.storeFilters([".items[].id"]))))
    world.perform(.app(.back))
    #expect(world.tree == unfiltered)
    #expect(world.model.response.body.filter.shown == nil)
  }

  @Test func `leaving the prompt brings back what was on show`() {
    var world = FilterWorld(Self.body)
    let unfiltered = world.tree
    world.perform(.response(.filter))
    world.type(".items")
    #expect(world.tree != unfiltered)
    world.perform(.typing(.leave))
    #expect(world.tree == unfiltered)
  }

  @Test func `a value of the result is copied with its path in the unfiltered body`() {
    var world = FilterWorld(Self.body)
    world.perform(.response(.filter))
    world.type(#".items[] | select(.k == "w")"#)
    world.perform(.typing(.enter), .move(.down), .response(.copyQuery))
    #expect(world.copied == ".items[1].id")
    world.perform(.response(.copyPath))
    #expect(world.copied == "/items/1/id")
    world.perform(.response(.copyValue))
    #expect(world.copied == "2.50")
  }

  @Test func `more than a way is run by jq, and only its last text`() throws {
    var world = FilterWorld(Self.body)
    world.perform(.response(.filter))
    world.type(".items | length + 1")
    let turn = try #require(world.turn)
    #expect(turn.pace == .resting)
    let asked = try world.controller.nextInput(of: turn.number)
    #expect(asked?.program == ".items | length + 1")
    #expect(asked.map { String(decoding: $0.input, as: UTF8.self) } == Self.body)
    world.controller.take(Array("3\n".utf8), complaint: nil, of: turn.number)
    let update = world.controller.response(turn.request)
    world.run { $0.receive(.response(.document(update))) }
    // What was asked is on its way until the controller knows that jq has done all.
    let last = try #require(world.turn)
    #expect(try world.controller.nextInput(of: last.number) == nil)
    let end = world.controller.response(last.request)
    world.run { $0.receive(.response(.document(end))) }
    #expect(world.tree == ["3"])
    #expect(world.model.response.body.filter.shown?.engine == .program)
    world.perform(.typing(.enter), .response(.copyQuery))
    #expect(world.copied == ".items | length + 1")
  }

  @Test func `a program that jq refuses leaves the prompt and what is on show`() throws {
    var world = FilterWorld(Self.body)
    world.perform(.response(.filter))
    world.type(".items[0]|")
    let turn = try #require(world.turn)
    world.refuse(turn, "jq reported: no.")
    #expect(world.model.response.body.filter.problem == "jq reported: no.")
    world.perform(.typing(.enter))
    #expect(world.model.overlays.count == 1)
    #expect(world.tree.first == "<2>")
  }

  @Test func `a program that is refused once it was accepted changes nothing`() throws {
    var world = FilterWorld(Self.body)
    let unfiltered = world.tree
    world.perform(.response(.filter))
    world.type(".items | what")
    #expect(world.tree != unfiltered)
    world.perform(.typing(.enter))
    world.refuse(try #require(world.turn), "jq reported: what/0 is not defined")
    #expect(world.tree == unfiltered && world.model.response.body.filter.shown == nil)
    #expect(world.model.notice?.what == "The filter was not used.")
    #expect(world.others.contains(.response(.storeFilters([".items | what"]))))
  }

  @Test func `of equal keys the last is shown, and that there are several is said`() {
    var world = FilterWorld(#"{"a":1,"b":2,"a":3}"#)
    world.perform(.response(.filter))
    world.type(".a")
    world.perform(.typing(.enter))
    #expect(world.tree == ["3"])
    #expect(
      world.model.response.body.filter.shown?.words == "1 result · the last of several \"a\"")
    world.perform(.response(.filter))
    world.perform(.typing(.deleteBackward))
    world.type("b")
    #expect(world.model.response.body.filter.shown?.words == "1 result")
  }

  @Test func `a result that comes when more was typed is not left behind on the controller`() throws
  {
    var world = FilterWorld(Self.body)
    world.perform(.response(.filter))
    // The controller answers each letter, and all responses come when the last was typed.
    var late: [DocumentUpdate] = []
    for letter in ".items[] | {" {
      for case .response(.document(let request)) in world.model.perform(.insert(String(letter))) {
        late.append(world.controller.response(request))
      }
    }
    for update in late { world.run { $0.receive(.response(.document(update))) } }
    let turn = try #require(world.turn)
    world.refuse(turn, "jq reported: no.")
    world.perform(.typing(.leave))
    #expect(world.model.response.body.filter.shown == nil)
    let unfiltered = world.tree
    world.perform(.move(.first), .response(.copyQuery))
    #expect(world.copied == "." && world.tree == unfiltered)
    #expect(world.tree == FilterWorld(Self.body).tree)
  }

  @Test func `a result that comes after the prompt was left gives way to the unfiltered body`() {
    var world = FilterWorld(Self.body)
    world.perform(.response(.filter))
    var late: [DocumentUpdate] = []
    for command in [Command.insert("."), .insert("i"), .insert("d"), .typing(.leave)] {
      for case .response(.document(let request)) in world.model.perform(command) {
        late.append(world.controller.response(request))
      }
    }
    for update in late { world.run { $0.receive(.response(.document(update))) } }
    #expect(
      world.model.response.body.filter.shown == nil && !world.model.response.body.filter.isWorking)
    #expect(world.tree == FilterWorld(Self.body).tree)
  }

  @Test func `tab puts in one key of the body after the other`() {
    var world = FilterWorld(Self.body)
    world.perform(.response(.filter))
    world.type(".items[0].")
    world.perform(.typing(.nextField))
    #expect(world.tree == ["1"])
    world.perform(.typing(.nextField))
    #expect(world.tree == [#""v""#])
    world.perform(.typing(.killToStart))
    world.type(".o")
    world.perform(.typing(.nextField))
    #expect(world.tree == ["7"])
    world.perform(.typing(.killToStart))
    world.type(".[\"od")
    world.perform(.typing(.nextField))
    #expect(world.tree == ["7"])
  }

  @Test func `programs of before come back by up and down`() {
    var world = FilterWorld(Self.body)
    world.run { $0.receive(.filters([".items", ".items[1].k"])) }
    world.perform(.response(.filter))
    world.type(".x")
    world.perform(.typing(.up))
    #expect(world.tree == [#""w""#])
    world.perform(.typing(.up), .typing(.up))
    #expect(world.tree.first == "<2>")
    world.perform(.typing(.down), .typing(.down))
    #expect(world.tree == ["null"])
  }

  @Test func `the filter of a saved request is on show when its response is`() {
    var world = FilterWorld(Self.body, filter: ".items[].k")
    #expect(world.tree == [#"0:"v""#, #"1:"w""#])
    world.perform(.app(.back))
    #expect(world.tree.first == "<2>")
    world.perform(.response(.filter))
    world.type(".items")
    world.perform(.typing(.enter), .response(.useFilter))
    #expect(world.model.composer.draft.filter == ".items")
  }

  @Test func `what is not JSON is not filtered`() {
    var world = FilterWorld("\u{0}\u{1}")
    world.perform(.response(.filter))
    #expect(world.model.notice?.what == "This body cannot be filtered.")
    world.perform(.typing(.leave))
    #expect(world.model.overlays.isEmpty)
  }
}
