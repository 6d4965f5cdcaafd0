/// curl lines of the forms that public pages have, with our own hosts, names and values. Each names
/// the repository and file whose form it follows; the pages were read in November 2026.
enum CurlForms {
  static let text = #"""
    = HariSekhon/DevOps-Bash-tools, shell scripts (MIT)
    & download=out.tar
    & url=http://files.example/a.tar
    curl -sSLf -o "$download" "$url"
    = HariSekhon/DevOps-Bash-tools, shell scripts (MIT)
    & PROJECT=17
    curl -sSH 'Accept: application/json' "https://api.example/projects/$PROJECT/runs"
    = HariSekhon/DevOps-Bash-tools, shell scripts (MIT)
    curl -sSLf https://raw.example/main/install.sh | sudo bash
    = MicrosoftDocs/azure-docs-cli, installation pages (CC BY 4.0)
    curl -fsSL 'https://blob.example/$root/install.sh' | sudo bash
    = PostgREST/postgrest-docs, rst pages (MIT)
    curl "http://localhost:3000/books?on_conflict=name" \
      -X POST -H "Content-Type: application/json" \
      -d @- << EOF
      [ { "name": "first", "price": 40 },
        { "name": "second", "price": 50 } ]
    EOF
    = PostgREST/postgrest-docs, rst pages (MIT)
    curl "http://localhost:3000/books?limit=25" -I \
     -H "Prefer: count=estimated"
    = PostgREST/postgrest-docs, rst pages (MIT)
    curl "http://localhost:3000/books?select=id,data->>kind,data->pages->0"
    = PostgREST/postgrest-docs, rst pages (MIT)
    curl "http://localhost:3000/books?select=parts(title,year)&year=lt.13" -X PATCH -d '{"a": "b"}'
    = VictoriaMetrics/VictoriaMetrics, docs (Apache 2.0)
    curl -G 'http://localhost:8428/export' -d 'match[]=x.y' -d 'match[]={kind!=""}'
    = VictoriaMetrics/VictoriaMetrics, docs (Apache 2.0)
    curl -d 'weather,room=two value=21.5' -X POST http://localhost:8428/write
    = VictoriaMetrics/VictoriaMetrics, docs (Apache 2.0)
    curl 'http://<host>:8428/series/count'
    = apache/apisix, docs and scripts (Apache 2.0)
    & admin_key=k-17
    curl "http://127.0.0.1:9180/admin/routes" -X PUT \
      -H "X-API-KEY: ${admin_key}" \
      -d '{
        "id": "first-route",
        "uri": "/anything",
        "plugins": { "limit": { "count": 1 } }
      }'
    = apache/apisix, docs and scripts (Apache 2.0)
    curl -s -o /dev/null -w "%{http_code}" http://127.0.0.1:9080/1 | grep 204
    = apache/apisix, docs and scripts (Apache 2.0)
    curl http://127.0.0.1:9080/\?name\=first -H"Host: one.example"
    = apache/couchdb, docs (Apache 2.0)
    curl -g 'ann:secret@127.0.0.1:5984/_setup?names=["_users"]'
    = apache/couchdb, docs (Apache 2.0)
    curl http://ann:secret@127.0.0.1:5984/db/_view/sum'?key="a"'
    = apache/couchdb, docs (Apache 2.0)
    & URL=http://db.example
    & ID=17
    curl -X PUT "$URL/doc$ID" -d "{\"size\": $ID}"
    = apache/couchdb, docs (Apache 2.0)
    curl http://<server-IP|FQDN>:5984/_uuids?count=2
    = apache/knox, docs (Apache 2.0)
    @ README
    curl -i -k -u ann:secret -T README -X PUT 'http://localhost:8443/files/one'
    = apache/knox, docs (Apache 2.0)
    curl -ivku ann:secret-password https://localhost:8443/token
    = apache/knox, docs (Apache 2.0)
    curl -i -X PUT "https://{gateway-host}:{port}/{index}/{id}"
    = bagder/everything-curl (CC BY 4.0)
    curl -H Expect: -d "payload" http://one.example
    = bagder/everything-curl (CC BY 4.0)
    @ local
    curl -T local http://one.example/new/resource/file
    = bagder/everything-curl (CC BY 4.0)
    curl -O "http://one.example/chess-[0-3]x[0-3].jpg"
    = bagder/everything-curl (CC BY 4.0)
    curl -O "http://one.example/[001-012:3].png"
    = bagder/everything-curl (CC BY 4.0)
    curl -O "http://one.example/[1-1000].png"
    = bagder/everything-curl (CC BY 4.0)
    curl -O "http://one.example/{Ann,Bob}-{10x10,20x20}.jpg"
    = bagder/everything-curl (CC BY 4.0)
    curl -x @RECORDER@ http://one.example/
    = bagder/everything-curl (CC BY 4.0)
    curl -o 1.txt http://one.example/1 http://one.example/2 -o 2.txt
    = bagder/everything-curl (CC BY 4.0)
    @ file.txt
    curl -F person=anonymous -F secret=@file.txt http://one.example/submit
    = bagder/everything-curl (CC BY 4.0)
    @ json.txt
    curl --json @json.txt --json ', "end": true}' https://one.example/
    = bagder/everything-curl (CC BY 4.0)
    curl --expand-url "https://one.example/{{USER}}" --variable %USER=ann
    = bagder/everything-curl (CC BY 4.0)
    @ options.txt
    curl --config options.txt --url http://one.example
    = bagder/everything-curl (CC BY 4.0)
    curl --anyauth --user ann:secret http://one.example/
    = bagder/everything-curl (CC BY 4.0)
    curl -U ann:secret -x @RECORDER@ http://one.example --proxy-ntlm
    = bagder/everything-curl (CC BY 4.0)
    curl -z "Jan 10, 2017" https://one.example/file -O
    = bagder/everything-curl (CC BY 4.0)
    curl -d user=ann -d id=bc76 https://one.example/login -b cookies -c cookies -L -e "https://one.example/" -o out
    = bagder/everything-curl (CC BY 4.0)
    curl -X OPTIONS --request-target "*" http://one.example/
    = binwiederhier/ntfy, docs (Apache 2.0)
    curl \
        -u ann:secret \
        -d "Look, with auth" \
        https://push.example/topic
    = binwiederhier/ntfy, docs (Apache 2.0)
    & TOPIC=http://push.example/topic
    & USER=ann
    curl -H tags:warning -H prio:high -d "Login of ${USER}" "${TOPIC}"
    = binwiederhier/ntfy, docs (Apache 2.0)
    curl -H "Actions: broadcast, Take picture, extras.cmd=pic" -d "One line" push.example/topic
    = carlospolop/hacktricks, markdown pages
    @ etc/passwd
    curl http://127.0.0.1/ -H 'Cookie: SESSION=one' -F 'PROGRESS=x' -F 'file=@etc/passwd'
    = carlospolop/hacktricks, markdown pages
    curl --path-as-is http://one.example/../flag
    = curl/curl, docs/cmdline-opts (curl licence)
    & URL=http://one.example/
    curl --location-trusted -H "Cookie: session=abc" $URL
    = curl/curl, docs/cmdline-opts (curl licence)
    & URL=http://one.example/
    curl $URL --next -d postthis www2.example
    = curl/curl, docs/cmdline-opts (curl licence)
    curl -I http://one.example --next http://two.example/x
    = curl/curl, docs/cmdline-opts (curl licence)
    curl -g 'www.one.example/weird[].html'
    = curl/curl, docs/cmdline-opts (curl licence)
    curl "http://{one,two}.example" -o "file_#1.txt"
    = curl/curl, docs/cmdline-opts (curl licence)
    curl --ntlm -u ann:secret http://one.example/
    = curl/curl, docs/cmdline-opts (curl licence)
    curl --aws-sigv4 "aws:amz:us-east-2:es" --user "key:secret" http://one.example/
    = curl/curl, docs/cmdline-opts (curl licence)
    curl --proxy-basic --proxy-user ann:secret -x @RECORDER@ http://one.example/
    = curl/curl, docs/cmdline-opts (curl licence)
    curl --httpsig-key key.hex --httpsig-keyid "my-key" http://one.example/
    = curl/curl, docs/cmdline-opts (curl licence)
    curl --ssl-sessions sessions.txt https://one.example
    = curl/curl, docs/cmdline-opts (curl licence)
    curl --range 22-44 http://one.example/ -b name=Ann --referer "https://fake.example;auto" -L
    = curl/curl, docs/cmdline-opts (curl licence)
    @ dog.gif
    @ cat.gif
    curl -F "pictures=@dog.gif,cat.gif" http://one.example/
    = curl/curl, docs/cmdline-opts (curl licence)
    @ one.txt
    @ two.txt
    curl --upload-file "{one.txt,two.txt}" http://one.example/in/
    = curl/curl, docs/cmdline-opts (curl licence)
    curl --data-urlencode "query=a b&c" --data-urlencode =x --url-query "p=q r" http://one.example/
    = curl/curl, docs/cmdline-opts (curl licence)
    curl --proto =https --tlsv1.2 -sSf http://one.example/
    = curlconverter/curlconverter, test fixtures (MIT)
    curl -X wHat localhost:8139
    = curlconverter/curlconverter, test fixtures (MIT)
    curl --http2 localhost:8139
    = curlconverter/curlconverter, test fixtures (MIT)
    curl -d "a=b&c=\"&d='" -u "ol':asd\"" -H "A: ''a'" -H "Cookie: x=1'; y=2\"" 'http://localhost:8139'
    = curlconverter/curlconverter, test fixtures (MIT)
    curl -X POST http://localhost:8139/ -d @- <<< '{"one": 1}'
    = curlconverter/curlconverter, test fixtures (MIT)
    @ in.txt
    curl localhost:8139/third --upload-file - < in.txt
    = curlconverter/curlconverter, test fixtures (MIT)
    @ in.txt
    # A comment before it
    curl -T in.txt http://localhost:8139
    = curlconverter/curlconverter, test fixtures (MIT)
    curl 'http://localhost:8139' -H 'Accept-Encoding: gzip' --compressed --max-time 6.7 -H 'X: {{y}}'
    = curlconverter/curlconverter, test fixtures (MIT)
    curl -X PUT 'http://localhost:8139/a.json' -H 'X-Key:{key}' -G -d 'id=1&names=2,3'
    = curlconverter/curlconverter, test fixtures (MIT)
    curl "http://localhost:8139/" -u "ann:secret" --digest
    = curlconverter/curlconverter, test fixtures (MIT)
    curl --url-query 'foo=bar' 'http://localhost:8139' 'http://localhost:8139/?a=b&'
    = dgraph-io/dgraph-docs (Apache 2.0)
    curl -H "Content-Type: application/rdf" -X POST localhost:8080/mutate?now=true -d $'
    {
      delete { <0x1> <balance> "110" . }
    }' | jq
    = digitalocean/openapi (Apache 2.0)
    & TOKEN=t17
    curl -X PUT \
      -H "Content-Type: application/json" \
      -H "Authorization: Bearer $TOKEN" \
      "https://api.example/v2/apps/{id}/alerts/{alert_id}"
    = dutchcoders/transfer.sh, README (MIT)
    @ hello.txt
    curl --upload-file ./hello.txt https://send.example/ -H "Max-Downloads: 1" # only one
    = firecracker-microvm/firecracker, docs (Apache 2.0)
    & socket=@SOCKET@
    curl --unix-socket ${socket} -i -X PUT "http://localhost/drives/root" -d "{
         \"drive_id\": \"root\"
       }"
    = gotify/website, docs
    & MESSAGE=hello
    curl -s --data '{"message": "'"${MESSAGE}"'"}' -H 'Content-Type: application/json' "http://push.example/m?token=<token>"
    = grafana/loki, docs (AGPL 3.0)
    curl -G -s "http://localhost:3100/query" --data-urlencode 'query=sum(rate({job="x"}[10m])) by (y)' | jq
    = influxdata/docs.influxdata.com (MIT)
    curl --negotiate -u "ann:secret" -s -d '{"action":"add"}' http://node:8091/role
    = influxdata/docs.influxdata.com (MIT)
    curl --negotiate -s -d '{"action":"add"}' http://ann:secret@node:8091/role
    = influxdata/docs.influxdata.com (MIT)
    curl -G 'http://localhost:8086/query?db=one' --data-urlencode 'q=SELECT * FROM "x" WHERE "y" = $z'
    = kubernetes-sigs/gateway-api, docs (Apache 2.0)
    & VERSION=12
    curl --proto '=http' -sSfL http://run.example/install | env VERSION=${VERSION} sh
    = mailgun/documentation (MIT)
    @ files/message.mime
    curl -s --user 'api:KEY' https://api.example/v3/DOMAIN/messages.mime -F to='bob@one.example' -F message=@files/message.mime
    = marklogic-community/ml-gradle (Apache 2.0)
    curl -X POST -d "" http://localhost:8001/admin/v1/init
    = meilisearch/documentation (MIT)
    curl -X POST 'HOST_URL/indexes/a/search' --data-binary '{
      "template": "An {{doc.title}} of {{ doc.year }} {{{x}}} {{"{{"}}"
    }'
    = meilisearch/documentation (MIT)
    curl -X POST 'http://localhost:7700/search' -H 'Content-Type: application/json' --data-binary << 'EOF'
    { "a": 1 }
    EOF
    = micromdm/nanomdm, docs (MIT)
    curl -u mdm:mdm '[::1]:9000/v1/push/A,B'
    = nwtgck/piping-server, README (MIT)
    curl http://pipe.example/hello > hello.txt
    = ollama/ollama, docs (MIT)
    curl http://localhost:11434/api/generate -d '{
      "prompt": "What is \"this\"?",
      "stream": false
    }'
    = openai/openai-openapi (MIT)
    & API_KEY=sk-17
    curl https://api.example/v1/threads \
      -H "Content-Type: application/json" \
      -H "Authorization: Bearer $API_KEY" \
      -d ''
    = opensearch-project/documentation-website (Apache 2.0)
    curl -sk -u <USERNAME>:<PASSWORD> https://<ENDPOINT>:9200/_cat/plugins?v
    = opensearch-project/documentation-website (Apache 2.0)
    @ kirk.pem
    @ kirk-key.pem
    curl -k --cert ./kirk.pem --key ./kirk-key.pem -XGET 'https://localhost:9200/_search'
    = ory/docs (Apache 2.0)
    & TALOS=http://talos.example
    curl -s -X POST "$TALOS/v2/keys:verify/:batch" -d '{"credential":"one"}' | jq .
    = rstacruz/cheatsheets
    & TOKEN=t17
    curl -is http://$TOKEN@api.example/
    = seaweedfs/seaweedfs (Apache 2.0)
    curl -s "http://localhost:8081/stats" | jq . 2>/dev/null || curl -s "http://localhost:8081/other"
    = slackhq/slack-api-docs
    curl -F file=hello -F channels=C02,#general -F token=xx https://hooks.example/api
    = tldr-pages/tldr (CC BY 4.0)
    curl {{[-X|--request]}} POST {{https://one.example/form}}
    = zalando/skipper (Apache 2.0)
    curl http://localhost:9090/x?a=1&b=2
    = usage lines of many manuals
    curl [options] <url>
    = usage lines of many manuals
    curl [options...] url
    """#
}
