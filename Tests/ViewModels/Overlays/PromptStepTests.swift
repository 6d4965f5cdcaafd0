import ClientDocuments
import ClientModel
import Testing

@testable import ViewModels

struct PromptStepTests {
  private let key = GatewayNamePrompt()

  @Test func `a prompt distinguishes a changed text from a moved cursor`() {
    var (prompt, memory) = (Prompt(key, text: "ap"), PromptMemory())
    #expect(prompt.perform(.insert("i"), &memory) == .changed(.text))
    #expect(prompt.perform(.typing(.lineStart), &memory) == .changed(.cursor))
    #expect(prompt.perform(.typing(.lineStart), &memory) == .nothing)
    #expect(prompt.perform(.search(.scope), &memory) == .nothing)
    #expect(prompt.perform(.typing(.enter), &memory) == .accepts)
    #expect(prompt.perform(.typing(.leave), &memory) == .leaves)
    #expect(prompt.buffer.text == "api")
  }

  @Test func `an empty text is refused by a purpose that needs one`() {
    var prompt = Prompt(key, text: "  ")
    #expect(prompt.isComplete() == false)
    #expect(prompt.problem == "A name is needed, such as api." && prompt.buffer.text == "")
    var cookie = Prompt(CookieValuePrompt(cookie: Cookie(name: "sid", domain: "a.example")))
    #expect(cookie.isComplete() == true)
  }

  @Test func `only a purpose with a completion takes Tab`() {
    var memory = PromptMemory()
    var path = Prompt(PathPrompt())
    #expect(path.perform(.typing(.nextField), &memory) == .completes)
    var name = Prompt(key)
    #expect(name.perform(.typing(.nextField), &memory) == .nothing)
  }

  @Test func `up and down walk through what was accepted before`() {
    var memory = PromptMemory()
    #expect(memory.note(".a", in: \.filters) == [.response(.storeFilters([".a"]))])
    #expect(memory.note(".a", in: \.filters) == [])
    #expect(memory.note("lamp", in: \.finds) == [])
    var filter = Prompt(FilterPrompt())
    #expect(filter.perform(.typing(.up), &memory) == .changed(.text))
    #expect(filter.buffer.text == ".a")
    var find = Prompt(FindPrompt(SearchQuery("")))
    #expect(find.perform(.typing(.up), &memory) == .changed(.text))
    #expect(find.buffer.text == "lamp")
  }

  @Test func `a search that is read another way counts as another text`() {
    var (find, memory) = (Prompt(FindPrompt(SearchQuery("")), text: "a["), PromptMemory())
    #expect(find.perform(.search(.expression), &memory) == .changed(.text))
    #expect(find.fault != nil)
    #expect(find.perform(.search(.expression), &memory) == .changed(.text))
    #expect(find.fault == nil)
  }

  @Test func `a prompt that accepts no text takes the keys`() {
    let why = Notice(.info, "Nothing to filter.")
    var (prompt, memory) = (Prompt(refusing: FilterPrompt(), why), PromptMemory())
    #expect(prompt.perform(.insert("q"), &memory) == .nothing)
    #expect(prompt.buffer.text == "" && prompt.refusal == why)
    #expect(prompt.perform(.typing(.leave), &memory) == .leaves)
  }

  @Test func `prompts are equal if they ask for the same with the same text`() {
    #expect(Prompt(RenamePrompt(item: .request("a"))) == Prompt(RenamePrompt(item: .request("a"))))
    #expect(Prompt(RenamePrompt(item: .request("a"))) != Prompt(RenamePrompt(item: .request("b"))))
    #expect(Prompt(RenamePrompt(item: .request("a"))) != Prompt(key))
    #expect(Prompt(key, text: "a") != Prompt(key))
  }
}
