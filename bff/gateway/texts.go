package gateway

import (
	"encoding/json"

	"tablefront/contracts"
)

// withBuiltinTexts adds the shop's own text for each source text that a backend's response (an object) lacks or has empty.
func withBuiltinTexts(response []byte, lang string) []byte {
	texts := contracts.Texts(lang)
	var merged map[string]json.RawMessage
	if texts == nil || json.Unmarshal(response, &merged) != nil || merged == nil {
		return response
	}
	for source, text := range texts {
		if own := string(merged[source]); own == "" || own == `""` || own == "null" {
			merged[source], _ = json.Marshal(text)
		}
	}
	out, _ := json.Marshal(merged) // of valid JSON
	return out
}
