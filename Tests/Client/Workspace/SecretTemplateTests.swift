import ClientModel
import ClientWorkspace
import Testing

struct SecretTemplateTests {
  @Test func `templates stand for the secrets of a draft`() {
    let draft = Draft(
      url: "https://ann:p4ss@a.example/x?y=1", query: [DraftField("key", "hush", mark: .secret)],
      headers: [
        DraftField("Authorization", "Token hush"), DraftField("Cookie", "a=hush; b"),
        DraftField("X-Plain", "seen"),
      ],
      authorization: .basic(user: "ann", password: "hush"))
    let (saved, secrets) = draft.withSecretTemplates()
    #expect(saved.url == "https://ann:{{password-2}}@a.example/x?y=1")
    #expect(saved.query.map(\.value) == ["{{key}}"])
    #expect(
      saved.headers.map(\.value) == ["Token {{authorization}}", "{{cookie}}", "seen"])
    #expect(saved.authorization == .basic(user: "ann", password: "{{password}}"))
    #expect(
      secrets.map(\.name) == ["password", "authorization", "cookie", "key", "password-2"])
    #expect(!"\(saved)".contains("hush") && !"\(saved)".contains("p4ss"))
  }

  @Test func `a template stands for the password of a proxy`() {
    var draft = Draft(url: "https://a.example")
    draft.options.route.proxy = SensitiveText([
      .plain("http://"), .literal(Secret("ann:hush"), .none), .plain("@p.example:1"),
    ])
    let (saved, secrets) = draft.withSecretTemplates()
    #expect(saved.options.route.proxy?.plain == "http://ann:{{proxy-password}}@p.example:1")
    #expect(secrets.map(\.name) == ["proxy-password"])
  }

  @Test func `templates stand for what its name makes a credential, wherever it stands`() {
    let form = DraftBody.text(
      "a=b&client_secret=x%2Fy", mediaType: "application/x-www-form-urlencoded")
    for (body, saved) in [
      (
        form,
        .text("a=b&client_secret={{client_secret}}", mediaType: "application/x-www-form-urlencoded")
      ),
      (
        .json(#"{"password":"x","n":[{"token": 7}]}"#),
        .json(#"{"password":"{{password}}","n":[{"token": {{token}}}]}"#)
      ),
      (.form([DraftField("pwd", "x")]), .form([DraftField("pwd", "{{pwd}}")])),
    ] as [(DraftBody, DraftBody)] {
      let draft = Draft(
        url: "https://a.example/?api_key=k1&n=1", headers: [DraftField("X-Api-Key", "k2")],
        body: body)
      let (template, _) = draft.withSecretTemplates()
      #expect(template.body == saved)
      #expect(template.url == "https://a.example/?api_key={{api_key}}&n=1")
      #expect(template.headers == [DraftField("X-Api-Key", "{{x-api-key}}")])
    }
  }

  @Test(arguments: [
    DraftAuthorization.bearer("env:TOKEN"), .basic(user: "ann", password: "{{secret}}"), nil,
    .digest(user: "ann", password: "file:/pass"),
  ])
  func `references and templates stay`(_ authorization: DraftAuthorization?) {
    let draft = Draft(
      url: "https://a.example", headers: [DraftField("Cookie", "env:JAR")],
      authorization: authorization)
    let (saved, secrets) = draft.withSecretTemplates()
    #expect(saved == draft && secrets.isEmpty)
  }

  @Test func `what was taken out can be saved`() throws {
    let folder = try TemporaryFolder()
    try Workspace.create(in: folder.path)
    let workspace = try Workspace.open(folder.path)
    let name = try #require(RequestName("a"))
    for authorization in [
      DraftAuthorization.bearer("hush"), .basic(user: "key", password: ""),
      .digest(user: "ann", password: "hush"),
    ] {
      let draft = Draft(url: "https://u:p@a.example", authorization: authorization)
      #expect(throws: WorkspaceProblem.self) { try workspace.save(draft, as: name) }
      try workspace.save(draft.withSecretTemplates().draft, as: name)
    }
  }
}
