// swift-tools-version: 6.2
// The architecture, as code: each row says what a target may see. A test compares every import
// with these rows, and .ci/run refuses an import that no row declares.
import Glibc
import PackageDescription

/// The type of a dictionary is made from those of its keys and values, and the compiler knows that these conform to
/// what it asks for. Without this, each such type is looked for at run time among all conformances of the program: 62
/// times in `weir send`, which is a twelfth of its processor time. A package that SwiftPM fetches by its version may
/// have no such flags.
let fastTypes: [SwiftSetting] =
  Context.packageDirectory.contains("/checkouts/")
  ? []
  : [
    .unsafeFlags(
      ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
      .when(configuration: .release))
  ]

let strict: [SwiftSetting] =
  [.treatAllWarnings(as: .error), .enableUpcomingFeature("InternalImportsByDefault")] + fastTypes

/// The C++ runtime of GCC as an archive; nil where there is none.
func archiveOfCXXRuntime() -> String? {
  var found = glob_t()
  defer { globfree(&found) }
  guard glob("/usr/lib/gcc/*/*/libstdc++.a", 0, nil, &found) == 0 else { return nil }
  return found.gl_pathv[0].map { String(cString: $0) }
}

/// Swift's static libraries ask for the shared C++ runtime, of which they use little: to find, map and relocate it
/// takes a sixth of the processor time of `weir help`, and its archive adds 70 kB to the program.
let staticCXXRuntime =
  archiveOfCXXRuntime().map {
    ["-Xlinker", "--remap-inputs=*/libstdc++.so=\($0)", "-Xclang-linker", "-static-libgcc"]
  } ?? []

/// For the targets that answer people, whose speed does not depend on the optimiser: the program is 1 MB smaller.
let small: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// One of our own Swift targets; `path` is below `Sources` or `Tests`.
func layer(
  _ name: String, _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude,
    swiftSettings: path.hasPrefix("Sources/Client") ? strict : small)
}

func tests(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(path)", swiftSettings: strict)
}

let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
  name: "weir",
  products: [
    .executable(name: "weir", targets: ["weir"]),
    .library(name: "WeirClient", targets: ["WeirClient"]),
    .library(name: "WeirClientTesting", targets: ["WeirClientTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: [
    // App: wires everything.
    .executableTarget(
      name: "weir",
      dependencies: [
        "ClientModel", "ClientYAML", "ClientDocuments", "ClientReading", "ReadingValues",
        "ClientPipeline", "ClientCatalogs", "ClientWorkspace", "ClientCore", "ClientHTTP",
        "ClientMQTT", "ClientStore", "ClientMemory", "ClientPostgres", "ViewModels", "Terminal",
        "Panels", "NcursesTerminal",
        "Themes", "CCrypto", "CProcess", "CJQ", "CPicture", "LoopbackHTTP", "MockServices",
        "Manual",
        arguments, logging,
      ],
      path: "Sources/App", exclude: ["CProcess", "CJQ", "CPicture", "Mock", "Manual"],
      swiftSettings: small,
      linkerSettings: [
        // With Swift's static libraries, the linker exports all 24,000 symbols of the program, and the loader
        // searches them for each symbol of each library. Without these exports, `weir send` takes 10 % less
        // time. The packed form of the 100,000 relocations is a twentieth as large; the toolchain's default
        // linker cannot write it. Both together save 3 MB of memory (7 %). The index of the unwind tables (1 MB)
        // serves C++ exceptions, which nothing here throws; debuggers read the tables themselves.
        .unsafeFlags(
          ["-use-ld=lld"]
            + ["--no-export-dynamic", "--no-eh-frame-hdr", "-z", "pack-relative-relocs"]
            .flatMap { ["-Xlinker", $0] }
            + staticCXXRuntime,
          .when(configuration: .release))
      ]),
    .target(name: "CProcess", path: "Sources/App/CProcess"),
    // libjq is opened by the child process that filters, and by no other.
    .target(name: "CJQ", path: "Sources/App/CJQ"),
    // gdk-pixbuf and chafa, by the one that draws a picture: only their headers are needed here. Those of
    // GLib have no place of their own that a compiler looks in.
    .target(
      name: "CPicture", path: "Sources/App/CPicture",
      cSettings: [
        .unsafeFlags(
          ["gdk-pixbuf-2.0", "chafa", "glib-2.0"].flatMap { ["-isystem", "/usr/include/\($0)"] }
            + ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu" }.flatMap {
              ["-isystem", "\($0)/glib-2.0/include", "-isystem", "\($0)/chafa/include"]
            })
      ]),
    // The bookshop of `weir mock`, as a value, and the faults and the journal of a mock service.
    layer("MockServices", "Sources/App/Mock", ["LoopbackHTTP", "ClientDocuments", "CCrypto"]),
    // The manual: its topics in Markdown, and what lays them out for a terminal and as man pages.
    layer("Manual", "Sources/App/Manual/Text", ["ClientModel", "Terminal", "CManual"]),
    .target(name: "CManual", path: "Sources/App/Manual/Bundled"),
    tests("ManualTests", "App/Manual", ["Manual"]),

    // FrontEnd: what a person sees, and the one real terminal.
    layer(
      "Panels", "Sources/FrontEnd/Panels",
      ["ViewModels", "Terminal", "ClientModel", "ReadingValues", "ClientYAML", "Themes"]),
    .testTarget(
      name: "PanelsTests",
      dependencies: [
        "Panels", "ViewModels", "Terminal", "ClientModel", "ClientReading", "ReadingValues",
        "ClientYAML", "ClientCatalogs", "Themes", "JobFixtures", "CatalogFixtures", "TestSupport",
      ],
      path: "Tests/FrontEnd/Panels", exclude: ["Screens"], swiftSettings: strict),
    layer("Terminal", "Sources/FrontEnd/Terminal"),
    tests("TerminalTests", "FrontEnd/Terminal", ["Terminal"]),
    layer("NcursesTerminal", "Sources/FrontEnd/Ncurses", ["Terminal", "CNcurses"]),
    tests(
      "NcursesTerminalTests", "FrontEnd/Ncurses", ["NcursesTerminal", "Terminal"]),
    .target(
      name: "CNcurses", path: "Sources/FrontEnd/CNcurses",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(
      name: "Themes", path: "Themes",
      resources: [
        .embedInCode("dark.yaml"), .embedInCode("light.yaml"), .embedInCode("harbour.yaml"),
        .embedInCode("parchment.yaml"), .embedInCode("ember.yaml"), .embedInCode("moss.yaml"),
        .embedInCode("dusk.yaml"), .embedInCode("contrast.yaml"), .embedInCode("monochrome.yaml"),
      ],
      swiftSettings: strict),

    // ViewModels: what a person may do, as values.
    layer(
      "ViewModels", "Sources/ViewModels",
      ["ClientModel", "ClientDocuments", "ReadingValues", "ClientPipeline", "ClientCatalogs"]),
    tests(
      "ViewModelsTests", "ViewModels",
      [
        "ViewModels", "ClientModel", "ClientDocuments", "ClientReading", "ReadingValues",
        "ClientPipeline", "ClientCatalogs", "JobFixtures", "CatalogFixtures", "TestSupport",
      ]),

    // Client: also the library WeirClient, and the checks for stores that its users write.
    layer(
      "WeirClient", "Sources/Client/Library",
      [
        "ClientModel", "ClientCore", "ClientHTTP", "ClientMQTT", "ClientStore", "ClientMemory",
        "ClientPostgres",
      ]),
    layer("ClientMemory", "Sources/Client/Memory", ["ClientCore", "ClientModel"]),
    layer("WeirClientTesting", "Sources/Client/Testing", ["ClientCore", "ClientModel"]),
    layer("ClientHTTP", "Sources/Client/HTTP", ["ClientCore", "ClientModel", "CCurl", "CCrypto"]),
    layer(
      "ClientMQTT", "Sources/Client/MQTT",
      ["ClientCore", "ClientModel", "ClientHTTP", "CMosquitto"]),
    // libmosquitto is opened with the first connection to a broker. CCrypto computes the pin of the broker's key.
    .target(name: "CMosquitto", dependencies: ["CCrypto"], path: "Sources/Client/CMosquitto"),
    // libcurl is opened when it is first needed, as is CCrypto's libcrypto: see their Functions.h.
    .target(
      name: "CCurl", path: "Sources/Client/CCurl", linkerSettings: [.linkedLibrary("z")]),
    layer(
      "ClientStore", "Sources/Client/Store",
      ["ClientCore", "ClientModel", "CCrypto", "CSQLite"]),
    // The store calls SQLite's C interface, not GRDB. GRDB's pool of readers waits with Dispatch: when two reads
    // meet, Dispatch starts threads that wake up every second until the process ends. This happened in one of
    // twelve sessions, and the interface was then never idle.
    .target(
      name: "CSQLite", path: "Sources/Client/CSQLite",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    // Rows have the same bytes as in SQLite's store, so that jobs can be copied from one to the other.
    layer(
      "ClientPostgres", "Sources/Client/Postgres",
      ["ClientCore", "ClientModel", "ClientStore", "CCrypto", "CPostgres"]),
    // libpq is opened with the first connection to a server. Only its headers are needed here.
    .target(name: "CPostgres", path: "Sources/Client/CPostgres"),
    .target(
      name: "CCrypto", path: "Sources/Client/CCrypto", linkerSettings: [.linkedLibrary("z")]),
    layer(
      "ClientWorkspace", "Sources/Client/Workspace",
      ["ClientModel", "ClientPipeline", "ClientCatalogs", "ClientYAML", "CCrypto", "CFiles"]),
    .target(name: "CFiles", path: "Sources/Client/CFiles"),
    layer(
      "ClientCore", "Sources/Client/Core",
      ["ClientModel", "ClientPipeline", "ClientDocuments", logging]),
    layer(
      "ClientCatalogs", "Sources/Client/Catalogs",
      ["ClientModel", "ClientDocuments", "ClientYAML", "CBundled"],
      exclude: ["x-weir.schema.json"]),
    .target(
      name: "CBundled", path: "Sources/Client/CBundled",
      exclude: ["bookshop.yaml", "haven.yaml", "oxford-v1.yaml", "oxford-v2.yaml", "push.yaml"]),
    layer("ClientPipeline", "Sources/Client/Pipeline", ["ClientModel", "ClientDocuments"]),
    layer("ClientDocuments", "Sources/Client/Documents", ["ClientModel", "CJSONScan", "CPCRE"]),
    // Opens, indexes, searches and filters the bodies that a person looks at. View models see only its values,
    // so that none of them can open a body.
    layer(
      "ClientReading", "Sources/Client/Reading",
      ["ClientModel", "ClientDocuments", "ClientPipeline", "ReadingValues"], exclude: ["Values"]),
    layer("ReadingValues", "Sources/Client/Reading/Values", ["ClientModel", "ClientDocuments"]),
    // libpcre2-8 is opened with the first regular expression.
    .target(name: "CPCRE", dependencies: ["CJSONScan"], path: "Sources/Client/CPCRE"),
    .target(name: "CJSONScan", path: "Sources/Client/CJSONScan"),
    // An HTTP server for programs on this machine.
    layer("LoopbackHTTP", "Sources/Client/Loopback", ["ClientModel"]),
    layer("ClientYAML", "Sources/Client/YAML", ["ClientModel", "CYAML"]),
    // libyaml is opened with the first document.
    .target(name: "CYAML", path: "Sources/Client/CYAML"),
    layer("ClientModel", "Sources/Client/Model", ["CIDN"]),
    // libidn2 is opened with the first host that has letters outside ASCII.
    .target(name: "CIDN", path: "Sources/Client/CIDN"),

    // Tests: what proves it. `TestSupport` is the rig: servers, programs, faults.
    .target(
      name: "TestSupport", dependencies: ["CRig"], path: "Tests/Support",
      exclude: ["CRig", "Jobs", "Catalogs", "StandInServices", "Tests", "Traits", "Faults"],
      swiftSettings: strict),
    // Apart from the rig, which is no part of a test bundle alone: benchmarks use it as well.
    layer("TestTraits", "Tests/Support/Traits", ["TestSupport"]),
    .target(
      name: "CRig", path: "Tests/Support/CRig", linkerSettings: [.linkedLibrary("z")]),
    .executableTarget(
      name: "weir-bench",
      dependencies: [
        "TestSupport", "CRig", "ClientStore", "ClientPostgres", "ClientCore", "ClientModel",
        "ClientDocuments",
      ],
      path: "Tests/Benchmarks",
      swiftSettings: strict),
    // Mutated bodies for the readers of bodies, and URLs for Weir's parser and libcurl's; .ci/run builds
    // it apart, with AddressSanitizer.
    .executableTarget(
      name: "weir-fuzz", dependencies: ["ClientDocuments", "ClientModel", "CCurl"],
      path: "Tests/Fuzz",
      swiftSettings: strict),
    layer("JobFixtures", "Tests/Support/Jobs", ["ClientModel"]),
    layer("CatalogFixtures", "Tests/Support/Catalogs", ["ClientCatalogs"]),
    // The services of bundled catalogs, as values.
    layer(
      "StandInServices", "Tests/Support/StandInServices",
      ["MockServices", "LoopbackHTTP", "ClientModel"]),
    tests(
      "SupportTests", "Support/Tests",
      [
        "TestSupport", "TestTraits", "StandInServices", "MockServices", "LoopbackHTTP",
        "ClientCatalogs",
      ]),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "TestSupport", "weir", "ClientCore", "ClientModel", "ReadingValues", "JobFixtures",
        "ClientCatalogs", "ClientWorkspace", "ClientYAML", "CatalogFixtures", "ViewModels",
        "Manual", "Panels", "Terminal",
      ],
      path: "Tests/App", exclude: ["Mock", "Manual"], swiftSettings: strict),
    tests(
      "MockServicesTests", "App/Mock",
      ["MockServices", "StandInServices", "LoopbackHTTP", "ClientCatalogs"]),
    tests("LoopbackHTTPTests", "Client/Loopback", ["LoopbackHTTP", "TestSupport", "TestTraits"]),
    tests("ArchitectureTests", "Architecture", ["TestSupport"]),
    tests(
      "SessionTests", "Session",
      [
        "TestSupport", "TestTraits", "weir", "MockServices", "StandInServices", "LoopbackHTTP",
        "Manual", "ClientWorkspace", "CRig",
      ]),
    .testTarget(
      name: "ClientHTTPTests",
      dependencies: [
        "ClientHTTP", "ClientCore", "ClientModel", "TestSupport", "TestTraits", "CRig",
      ],
      path: "Tests/Client/HTTP", exclude: ["Signatures/aws-suite.json"], swiftSettings: strict),
    tests(
      "WeirClientTests", "Client/Library",
      [
        "WeirClient", "ClientModel", "ClientCore", "ClientHTTP", "ClientMQTT", "ClientStore",
        "ClientMemory", "ClientCatalogs", "ClientDocuments", "ClientReading", "ReadingValues",
        "MockServices", "StandInServices", "LoopbackHTTP", "TestSupport", "TestTraits",
      ]),
    tests(
      "ClientDocumentsTests", "Client/Documents",
      ["ClientDocuments", "CJSONScan", "TestSupport"]),
    tests(
      "ClientReadingTests", "Client/Reading",
      [
        "ClientReading", "ReadingValues", "ClientDocuments", "ClientModel", "ClientCore",
        "TestSupport",
      ]),
    tests(
      "ClientCoreTests", "Client/Core",
      ["ClientCore", "ClientMemory", "ClientModel", "TestSupport"]),
    tests(
      "ClientStoreTests", "Client/Store",
      [
        "ClientStore", "ClientMemory", "ClientPostgres", "ClientCore", "ClientModel",
        "WeirClientTesting", "CCrypto", "CSQLite", "TestSupport", "TestTraits",
      ]),
    tests(
      "ClientPipelineTests", "Client/Pipeline",
      ["ClientPipeline", "ClientModel", "ClientDocuments", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "ClientCatalogsTests",
      dependencies: [
        "ClientCatalogs", "ClientModel", "ClientPipeline", "ClientYAML", "TestSupport",
      ],
      path: "Tests/Client/Catalogs", exclude: ["Documents", "Vendors"], swiftSettings: strict),
    tests("ClientYAMLTests", "Client/YAML", ["ClientYAML", "TestSupport"]),
    tests(
      "ClientWorkspaceTests", "Client/Workspace",
      [
        "ClientWorkspace", "ClientCatalogs", "ClientPipeline", "ClientModel", "TestSupport",
        "TestTraits",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
