import ClientWorkspace

extension UntrustedOptionTests {
  /// Options that work untrusted: none decides where the password goes, or whom Weir believes.
  static func freeTrials(_ world: World) -> [Trial] {
    let typed = ["send", "-a", "joe:\(canary)"]
    let strange = world.strange
    let bank = "http://127.0.0.1:\(world.bank.port)"
    let redirecting = "http://127.0.0.1:\(world.redirecting.port)"
    let list = "http://127.0.0.1:\(world.list.port)"
    func option(_ keys: [String], _ options: String, at url: String) -> Trial {
      Trial(
        part: "`options`", options: keys, files: gateway(url, "options: {\(options)}"),
        command: typed + ["\(url)/account"], control: .works)
    }
    let byOptions = [
      option(
        ["connect-timeout", "first-byte", "idle", "timeout", "limits"],
        "connect-timeout: 60, first-byte: 60, idle: 60, timeout: 90, limits: {header-block: 100000}",
        at: bank),
      option(
        ["http", "compression", "parse", "cookies", "cache"],
        "http: 1, compression: false, parse: off, cookies: true, cache: {mode: fresh, store-for: 60}",
        at: bank),
      option(
        ["max-redirects", "attempts", "repeat-unsafe"],
        "max-redirects: 5, attempts: 2, repeat-unsafe: when-refused", at: redirecting),
    ]
    let others: [Trial] = [
      Trial(
        part: "`paging`", options: ["cursor", "next", "items"],
        files: gateway(list, "paging: {cursor: after, next: /next, items: /items}"),
        command: typed + ["--pages", "2", "\(list)/list"], control: .works),
      Trial(
        part: "`weir.yaml`", options: ["name", "environment", "gateway"],
        files: [
          "weir.yaml":
            "name: Bank\nenvironment: dev\ngateway: g\ngateways: {g: {url: \"\(strange)\"}}\n",
          "environments.yaml": "environments: {dev: {}}\n",
        ], command: typed + ["/account"], control: .reaches),
      Trial(
        part: "an endpoint", options: ["defaults"],
        files: [
          "weir.yaml":
            "servers: {s: \"\(strange)\"}\n"
            + "endpoints: {e: {server: s, path: \"/{rest}\", defaults: {rest: account}}}\n"
        ], command: typed + ["@e"], control: .reaches),
      Trial(
        part: "a saved request", options: ["name", "gateway", "method", "path", "without-headers"],
        files: gateway(strange, "lane: {limit: 1}").merging(
          [
            "requests/r.yaml": """
            name: Account
            gateway: g
            method: POST
            url: "/{part}"
            path: {part: account}
            headers: {X-Key: "{{password}}"}
            without-headers: [Accept]
            """
          ], uniquingKeysWith: { first, _ in first }),
        command: ["run", "r", "--var", "password=\(canary)"], control: .reaches),
      // A jq program sees no variable of the environment.
      Trial(
        part: "a step", options: ["jq", "inputs", "needs"],
        files: [
          "requests/r.yaml": "method: POST\nurl: \(strange)/a\nbody: {text: \"{{a}}\"}\n",
          "graphs/g.yaml": """
          steps:
            j: {jq: "[$ENV.WEIR_CANARY, env.WEIR_CANARY]"}
            r: {request: r, needs: [j], inputs: {a: {from: j, jq: "[., $ENV.WEIR_CANARY]"}}}
          """,
        ], command: ["run", "graphs/g"], control: .works),
      Trial(
        part: "a catalog", options: ["x-weir-first-byte"],
        files: [
          "catalogs/shop.yaml": """
          openapi: 3.1.0
          info: {title: Shop, version: '1'}
          x-weir-first-byte: 60 s
          servers: [{url: "\(strange)"}]
          paths: {/account: {get: {operationId: account, responses: {'200': {description: ok}}}}}
          """
        ],
        command: typed + ["--endpoint", "shop#account"], control: .reaches),
    ]
    return byOptions + others
  }
}
