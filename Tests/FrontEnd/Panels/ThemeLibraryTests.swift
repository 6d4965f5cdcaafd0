import ClientYAML
import Panels
import Terminal
import Testing

/// Themes by name, and themes that extend others.
struct ThemeLibraryTests {
  private static func library(_ texts: String...) throws -> ThemeLibrary {
    var library = ThemeLibrary()
    for (index, text) in texts.enumerated() {
      library.add(try ThemeFile(text, file: "\(index + 1).yaml"))
    }
    return library
  }

  private static let red = Color.rgb(red: 255, green: 128, blue: 128)

  @Test func `a theme that extends another has its looks but for those it names`() throws {
    let library = try Self.library(
      """
      name: mine
      extends: dark
      roles: {link: "#ff8080 bold"}
      grounds: {match: "#303000"}
      """)
    let dark = try #require(try Theme.bundled(named: "dark")).palette
    let mine = try #require(try library.theme(named: "mine")).palette
    for role in Role.allCases where role != .link {
      for ground in Ground.allCases where ground != .match {
        #expect(mine[role, ground] == dark[role, ground], "\(role) \(ground)")
      }
    }
    #expect(mine[.link, .normal].foreground == Self.red)
    #expect(mine[.link, .normal].attributes == .bold)
    #expect(mine[.text, .match].background == .rgb(red: 48, green: 48, blue: 0))
  }

  @Test func `a background of its own replaces that of the extended theme`() throws {
    let library = try Self.library("name: mine\nextends: dark\nbackground: \"#000000\"\n")
    let mine = try #require(try library.theme(named: "mine")).palette
    #expect(mine[.text, .normal].background == .black)
    #expect(mine[.text, .selected].background != .black)
  }

  @Test func `a theme may extend one of the user's, which extends another`() throws {
    var library = try Self.library(
      "name: c\nextends: b\nroles: {title: \"#ff8080\"}\n",
      "name: b\nextends: moss\nroles: {link: \"#ff8080\", title: \"#ffffff\"}\n")
    #expect(library.removeIncomplete().isEmpty)
    let palette = try #require(try library.theme(named: "c")).palette
    let moss = try #require(try Theme.bundled(named: "moss")).palette
    #expect(palette[.link, .normal].foreground == Self.red)
    #expect(palette[.title, .normal].foreground == Self.red)
    #expect(palette[.text, .normal] == moss[.text, .normal])
  }

  @Test func `a theme that replaces a bundled one may extend it`() throws {
    var library = try Self.library("name: dark\nextends: dark\nroles: {link: \"#ff8080\"}\n")
    #expect(library.removeIncomplete().isEmpty)
    let palette = try #require(try library.theme(named: "dark")).palette
    let dark = try #require(try Theme.bundled(named: "dark")).palette
    #expect(palette[.link, .normal].foreground == Self.red)
    #expect(palette[.text, .normal] == dark[.text, .normal])
    #expect(library.names.filter { $0 == "dark" } == ["dark"])
  }

  @Test func `an unknown theme is refused with its place and the nearest name`() throws {
    var library = try Self.library("name: mine\nextends: drak\n", "name: other\nextends: mine\n")
    let problems = library.removeIncomplete()
    #expect(problems.map(\.place.description) == ["1.yaml:2:10", "2.yaml:2:10"])
    #expect(problems[0].why == "There is no readable theme named `drak`.")
    #expect(problems[0].whatToDo.hasPrefix("Did you mean `dark`? Known: "))
    #expect(problems[1].why == "The theme `mine` cannot be used.")
    #expect(problems[1].whatToDo == "Correct 1.yaml:2:10 first.")
    #expect(library.names == Theme.bundledNames)
  }

  @Test func `themes that extend each other are refused, each at its place`() throws {
    var library = try Self.library(
      "name: a\nextends: b\n", "name: b\nextends: a\n", "name: c\nextends: a\n",
      "name: self\nextends: self\n", "name: sound\n")
    let problems = library.removeIncomplete()
    #expect(
      problems.map(\.place.description) == [
        "1.yaml:2:10", "2.yaml:2:10", "3.yaml:2:10", "4.yaml:2:10",
      ])
    #expect(
      problems.prefix(3).map(\.why) == [
        "These themes extend each other: a → b → a.", "These themes extend each other: b → a → b.",
        "These themes extend each other: a → b → a.",
      ])
    #expect(library.names.last == "sound" && library.names.count == Theme.bundledNames.count + 1)
  }
}
